//! A folder as a zip archive.

use std::io::{self, Write};

use rawzip::{CompressionMethod, Error, ZipArchiveWriter};

use super::File;

/// How hard to press: 6 of 9, as everybody does.
const LEVEL: u8 = 6;

/// All files in a folder of this name.
pub fn pack(folder: &str, files: &[File]) -> Vec<u8> {
    // Only writing can fail, and memory takes all that is written.
    packed(folder, files).unwrap_or_default()
}

fn packed(folder: &str, files: &[File]) -> Result<Vec<u8>, Error> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for file in files {
        let path = format!("{folder}/{}", file.path);
        let builder = archive.new_file(path.as_str()).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = builder.unix_permissions(if file.runs { 0o755 } else { 0o644 }).start()?;
        entry.write_all(&miniz_oxide::deflate::compress_to_vec(file.text.as_bytes(), LEVEL))?;
        // What goes through here is counted and summed up, as it was before it was pressed.
        let mut plain = config.wrap(io::sink());
        plain.write_all(file.text.as_bytes())?;
        let (_, descriptor) = plain.finish()?;
        entry.finish(descriptor)?;
    }
    archive.finish()
}
