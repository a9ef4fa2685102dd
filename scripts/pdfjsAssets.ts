import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Files that pdf.js fetches by name: character maps, the standard fonts, decoders and colour profiles. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
/** The sandbox that runs a document's scripts, and fonts that browsers do not load (see standardFonts.ts): never requested. */
const unwanted = /^(quickjs|Foxit(Fixed|Serif))/

const require = createRequire(import.meta.url)
const home = dirname(require.resolve('pdfjs-dist/package.json'))
const version = (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version

/** The version in the path lets the files be cached for ever. */
const prefix = `pdfjs/${version}`

const mediaTypes: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' }

const namesIn = (folder: string): string[] => readdirSync(join(home, folder)).filter((name) => !unwanted.test(name))

/** Copies the files into the built client, and serves them in development. */
export const pdfjsAssets = (): Plugin => ({
  name: 'pdfjs-assets',
  generateBundle() {
    for (const folder of folders) {
      for (const name of namesIn(folder)) {
        this.emitFile({ type: 'asset', fileName: `${prefix}/${folder}/${name}`, source: readFileSync(join(home, folder, name)) })
      }
    }
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname
      const folder = folders.find((each) => path.startsWith(`/${prefix}/${each}/`))
      const name = basename(path)
      if (!folder || !namesIn(folder).includes(name)) return next()
      response.setHeader('content-type', mediaTypes[extname(name)] ?? 'application/octet-stream')
      createReadStream(join(home, folder, name)).pipe(response)
    })
  },
})
