/** Compressed forms of the built files, beside them: the server sends them to browsers that read them. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

const TEXT = /\.(css|html|js|json|md|svg|txt)$/;
/** Smaller ones fit in one packet as they are, bytes. */
const LEAST = 1_024;

const FORMS: Record<string, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes `name.br` and `name.gz` beside every text that the build writes, with the strongest compression. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'hostwise-compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const found = await readdir(folder, { recursive: true });
        await Promise.all(found.filter((name) => TEXT.test(name)).map((name) => write(join(folder, name))));
      },
    },
  };
}

async function write(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < LEAST) return;
  for (const [end, compress] of Object.entries(FORMS)) {
    await writeFile(`${path}.${end}`, await compress(content));
  }
}
