import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Openings } from '../src/web/api/openings.ts'
import { browserTargets } from './browserTargets.ts'
import { openingsOf } from './openings.ts'

const entry = fileURLToPath(new URL('../src/system/accessibility/web/firstPaint.ts', import.meta.url))
const address = '/first-paint.js'

/** Returns the script as one small classic script: a module would run only after the page was painted. */
const bundle = async (openings: Openings | null): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { OPENINGS: JSON.stringify(openings) },
    build: {
      write: false,
      target: browserTargets,
      lib: { entry, formats: ['iife'], name: 'firstPaint' },
      minify: true,
    },
  })
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return output[0].code
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** Adds the list of all pages' files, of which the server sends the part of the opened page (`pageFilesIn`). Also adds the script that the head of index.html names to the other files, under a name that changes with its content. */
export const firstPaint = (): Plugin => {
  let fileName = ''
  return {
    name: 'carrel:first-paint',
    // Only now the names of the other files are known.
    async generateBundle(_options, files) {
      const { always, pages } = openingsOf(files)
      const listed = JSON.stringify(pages)
      const list = `page-files-${hashOf(listed)}.json`
      this.emitFile({ type: 'asset', fileName: `assets/${list}`, source: listed })
      const source = await bundle({ ...always, pages: list })
      fileName = `assets/first-paint-${hashOf(source)}.js`
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => (fileName ? html.replace(address, `/${fileName}`) : html),
    },
    configureServer: (server) => {
      server.middlewares.use(address, (_, response) => {
        bundle(null).then(
          (source) => response.setHeader('content-type', 'text/javascript').end(source),
          (error: unknown) => response.writeHead(500).end(String(error)),
        )
      })
    },
  }
}
