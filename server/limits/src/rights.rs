//! Rights that a program of the superuser has beside those of other users: given away before a project's code runs,
//! which would make devices with them, or read what this program keeps to itself.

use std::io;

/// The right to read and write files whatever their modes are: builds of the superuser run in folders of others, and
/// which folders these are is a matter of the sandbox.
pub const ANY_FILE: u32 = 1;

/// Gives away all rights of the calling process but those of this set of bits, those too that a program could get back.
/// Makes system calls only.
///
/// # Errors
/// Where the system refuses.
pub fn give_up_rights(kept: u64) -> io::Result<()> {
    const VERSION_3: u32 = 0x2008_0522;
    const MOST: u32 = 63;
    for right in (0..=MOST).filter(|right| kept >> right & 1 == 0) {
        // SAFETY: takes numbers; those that the kernel does not know are refused.
        unsafe { libc::prctl(libc::PR_CAPBSET_DROP, libc::c_ulong::from(right), 0, 0, 0) };
    }
    let mut header: [u32; 2] = [VERSION_3, 0];
    // Effective, permitted and inheritable ones; those with numbers from 32 on come after these three.
    let mut rights = [0_u32; 6];
    // SAFETY: writes values that are alive.
    let done = unsafe { libc::syscall(libc::SYS_capget, header.as_mut_ptr(), rights.as_mut_ptr()) };
    if done < 0 {
        return Err(io::Error::last_os_error());
    }
    for (at, bits) in rights.iter_mut().enumerate() {
        *bits &= if at < 3 {
            kept as u32
        } else {
            (kept >> 32) as u32
        };
    }
    // SAFETY: reads values that are alive.
    let done = unsafe { libc::syscall(libc::SYS_capset, header.as_ptr(), rights.as_ptr()) };
    if done < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
