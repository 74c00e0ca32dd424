//! Probes woven into Java source text, line for line; touches no files and never changes what the code does.
