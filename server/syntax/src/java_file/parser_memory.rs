//! What tree-sitter holds of the heap: counts it by thread, as its parser knows no limit of its own.
//!
//! Where a text has an error at every step the parser goes on in many ways at once, and what it keeps of them grows
//! with the square of the text: 20 KB took gigabytes. An allocation that fails within it ends the process.

use std::{
    alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error, realloc},
    cell::Cell,
    ffi::c_void,
};

/// In front of each block: its size. As wide as the strictest alignment that C asks for.
const HEADER: usize = 16;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// Lets tree-sitter allocate here. Once, and before it allocates anything.
pub(super) fn count_from_now_on() {
    // SAFETY: nothing of tree-sitter's was allocated yet, as its language is asked for first; the functions keep to the
    // contract of C's.
    unsafe {
        tree_sitter::set_allocator(
            Some(allocated),
            Some(allocated_zeroed),
            Some(reallocated),
            Some(freed),
        );
    }
}

/// In bytes: what the parser may keep of each byte of a text. What people write, whole or broken, takes 60 at most, the
/// densest Java 270, what has an error at every step 530 and more.
const KEPT_OF_A_BYTE: isize = 350;

/// In bytes: so much more than that may come together anywhere in a text, and one for each byte that was read: in the
/// end long lists are balanced.
const MOST_EXCESS: isize = 256 << 10;

/// How what the parser holds grows with what it has read.
pub(super) struct HeapGrowth {
    held: isize,
    read: usize,
    /// How much more came since it last was in proportion, in bytes.
    excess: isize,
}

impl HeapGrowth {
    /// Of a parse that begins now, in this thread.
    pub(super) fn begin() -> Self {
        Self {
            held: HELD.get(),
            read: 0,
            excess: 0,
        }
    }

    /// Whether it holds more than any text needs, having read so many bytes. What a text is like elsewhere does not
    /// count: a short piece that is out of proportion may take gigabytes.
    pub(super) fn is_out_of_proportion(&mut self, read: usize) -> bool {
        let held = HELD.get();
        let more = read.saturating_sub(self.read).cast_signed();
        let grown = held.wrapping_sub(self.held);
        self.excess = (self.excess + grown - more * KEPT_OF_A_BYTE).max(0);
        self.held = held;
        self.read = self.read.max(read);
        self.excess > MOST_EXCESS + self.read.cast_signed()
    }
}

fn note(change: isize) {
    HELD.set(HELD.get().wrapping_add(change));
}

fn layout(size: usize) -> Layout {
    let whole = size.saturating_add(HEADER);
    Layout::from_size_align(whole, HEADER).unwrap_or_else(|_| {
        handle_alloc_error(Layout::new::<[u8; HEADER]>());
    })
}

/// The block behind its header, which says how long it is.
///
/// # Safety
/// `start` has been allocated with `layout`, or is null.
unsafe fn behind_header(start: *mut u8, layout: Layout) -> *mut c_void {
    if start.is_null() {
        handle_alloc_error(layout);
    }
    note(layout.size().cast_signed());
    // SAFETY: there is room for the header.
    unsafe {
        start.cast::<usize>().write_unaligned(layout.size());
        start.add(HEADER).cast()
    }
}

/// The start of a block with its header.
///
/// # Safety
/// `block` is one that was given here.
unsafe fn with_header(block: *mut c_void) -> Header {
    // SAFETY: it begins behind its header.
    unsafe {
        let start = block.cast::<u8>().sub(HEADER);
        let size = start.cast::<usize>().read_unaligned();
        Header {
            start,
            layout: Layout::from_size_align_unchecked(size, HEADER),
        }
    }
}

struct Header {
    start: *mut u8,
    layout: Layout,
}

unsafe extern "C" fn allocated(size: usize) -> *mut c_void {
    let layout = layout(size);
    // SAFETY: it is never of size zero.
    unsafe { behind_header(alloc(layout), layout) }
}

unsafe extern "C" fn allocated_zeroed(count: usize, size: usize) -> *mut c_void {
    let layout = layout(count.saturating_mul(size));
    // SAFETY: it is never of size zero.
    unsafe { behind_header(alloc_zeroed(layout), layout) }
}

unsafe extern "C" fn reallocated(block: *mut c_void, size: usize) -> *mut c_void {
    if block.is_null() {
        // SAFETY: as there.
        return unsafe { allocated(size) };
    }
    let new = layout(size);
    // SAFETY: whatever is not null was given here.
    unsafe {
        let old = with_header(block);
        note(-old.layout.size().cast_signed());
        behind_header(realloc(old.start, old.layout, new.size()), new)
    }
}

unsafe extern "C" fn freed(block: *mut c_void) {
    if block.is_null() {
        return;
    }
    // SAFETY: whatever is not null was given here.
    unsafe {
        let old = with_header(block);
        note(-old.layout.size().cast_signed());
        dealloc(old.start, old.layout);
    }
}
