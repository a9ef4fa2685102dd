import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { ariaLanguages } from './scripts/ariaLanguages.ts'
import { browserTargets } from './scripts/browserTargets.ts'
import { chunkGroups } from './scripts/chunks.ts'
import { directIcons } from './scripts/directIcons.ts'
import { displayFace } from './scripts/displayFace.ts'
import { firstPaint } from './scripts/firstPaint.ts'
import { leanContracts } from './scripts/leanContracts.ts'
import { leanRouter } from './scripts/leanRouter.ts'
import { inlineLimits } from './scripts/limits.ts'
import { pdfjsAssets } from './scripts/pdfjsAssets.ts'
import { pdfjsFlatTrees } from './scripts/pdfjsFlatTrees.ts'
import { pdfjsWithoutXfa } from './scripts/pdfjsWithoutXfa.ts'
import { serviceWorker } from './scripts/serviceWorker.ts'

const compressible = /\.(?:js|mjs|css|html|svg|json|webmanifest|wasm|ttf|pfb)$/
const tooSmall = 1_000

/** Writes a `.br` and a `.gz` beside every text, so that the server sends bytes and never compresses the same file twice. */
const precompress = (): Plugin => {
  let outDir = ''
  return {
    name: 'carrel:precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler: async () => {
        const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => compressible.test(name))
        await Promise.all(files.map((name) => compress(join(outDir, name))))
      },
    },
  }
}

const compress = async (file: string): Promise<void> => {
  const bytes = readFileSync(file)
  if (bytes.length < tooSmall) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [small, old] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes, { level: 9 })])
  writeFileSync(`${file}.br`, small)
  writeFileSync(`${file}.gz`, old)
}

const server = process.env.API_URL ?? 'http://localhost:5000'

export default defineConfig({
  root: 'src/web',
  plugins: [
    react(),
    tailwindcss(),
    directIcons(),
    leanContracts(),
    leanRouter(),
    inlineLimits(),
    firstPaint(),
    displayFace(),
    ariaLanguages(),
    pdfjsAssets(),
    serviceWorker(),
    precompress(),
  ],
  worker: { plugins: () => [pdfjsFlatTrees(), pdfjsWithoutXfa()] },
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: browserTargets,
    manifest: true,
    // A data: URL in CSS or HTML would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What a script names for each of its imports comes with every first visit. The head fetches the files of the opened page, and
      // links those of the page that they lead to: openings.ts.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // The first file names all others, so their names are cut. Seven characters of base64url are enough to tell the versions of
        // one file apart.
        chunkFileNames: ({ name }) => `assets/${name.slice(0, 8)}-[hash:7].js`,
      },
    },
  },
  server: {
    proxy: {
      // The sources in src/web/api have addresses under /api too; no call of ours ends like a source file.
      '^/api/(?!\\w+\\.tsx?(\\?|$))': server,
      '^/theme-[0-9a-f]+\\.css$': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
