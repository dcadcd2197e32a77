import { inflateRawSync } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;

/** The text of a part of a ZIP archive whose headers have all sizes, as office files of Hostwise have. */
export function partOf(archive: Buffer, name: string): string {
  for (let at = 0; at + 30 < archive.length && archive.readUInt32LE(at) === LOCAL_HEADER; ) {
    const packed = archive.readUInt32LE(at + 18);
    const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
    const found = archive.toString('utf8', at + 30, at + 30 + archive.readUInt16LE(at + 26));
    const content = archive.subarray(start, start + packed);
    if (found === name) return (archive.readUInt16LE(at + 8) === 0 ? content : inflateRawSync(content)).toString('utf8');
    at = start + packed;
  }
  throw new Error(`no part ${name}`);
}

/** The words of a part, without its markup. */
export const wordsOf = (archive: Buffer, name: string) =>
  partOf(archive, name)
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&');
