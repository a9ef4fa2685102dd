import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { frameScript, type Hall, startHall } from './halls.ts'
import { screens } from './pages.ts'
import { statesOf } from './screens.ts'

const folder = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')

/** The gallery's own pages; every other address is the product's. */
const ownPages = ['/gallery.html', '/kit.html']
const pathOf = (url = '/'): string => new URL(url, 'http://localhost').pathname

type Shown = Pick<Hall, 'sessions'>

const galleryPages = ({ sessions }: Shown, listed: () => object): Plugin => ({
  name: 'carrel:gallery',
  configureServer: (server) => {
    server.middlewares.use(async (request, response, next) => {
      const path = pathOf(request.url)
      if (!ownPages.includes(path)) return next()
      const html = readFileSync(new URL(`web${path}`, import.meta.url), 'utf8').replace('/GALLERY', folder)
      response.setHeader('content-type', 'text/html')
      response.end(await server.transformIndexHtml(path, html))
    })
  },
  transformIndexHtml: async () => [
    { tag: 'script', injectTo: 'head-prepend', children: await frameScript(sessions) },
    { tag: 'script', injectTo: 'head-prepend', children: `window.galleryOf = ${JSON.stringify(listed())}` },
  ],
})

/** Serves the client from its sources, over one hall. */
const serveOver = async (api: string, port: number, cache: string, plugin: Plugin): Promise<ViteDevServer> => {
  // vite.config.ts reads it while it is loaded.
  process.env.API_URL = api
  const server = await createServer({
    configFile: 'vite.config.ts',
    // Beside the sources it would make the built program look stale.
    cacheDir: fileURLToPath(new URL(`../node_modules/.cache/${cache}`, import.meta.url)),
    plugins: [plugin],
    server: { port },
    optimizeDeps: { entries: ['main.tsx', '../../gallery/web/*.tsx'] },
  })
  return server.listen()
}

/** The kit alone, which needs no hall. */
export const serveKit = (): Promise<ViteDevServer> =>
  serveOver(
    'http://localhost:1',
    5180,
    'gallery-kit',
    galleryPages({ sessions: {} }, () => ({})),
  )

const firstPort = 5174

/** Every component and every screen's states on one page. */
export const serveGallery = async (): Promise<void> => {
  const program = 'src/server/main.ts'
  const [filled, empty] = await Promise.all([
    startHall('filled', program, 'data/gallery/filled'),
    startHall('empty', program, 'data/gallery/empty'),
  ])
  const ports = { filled: firstPort, empty: firstPort + 1 }
  const list = () => ({
    ports,
    screens: screens.map((screen, at) => ({ ...screen, states: statesOf(screen), filled: filled.paths[at], empty: empty.paths[at] })),
  })
  const servers = [
    await serveOver(filled.origin, ports.filled, 'gallery-filled', galleryPages(filled, list)),
    await serveOver(empty.origin, ports.empty, 'gallery-empty', galleryPages(empty, list)),
  ]
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      await Promise.all([...servers.map((server) => server.close()), filled.stop(), empty.stop()])
      process.exit()
    })
  console.log(`\nThe gallery is at http://localhost:${ports.filled}/gallery.html.\n`)
}
