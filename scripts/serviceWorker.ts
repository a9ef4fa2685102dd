import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const entry = fileURLToPath(new URL('../src/web/worker/worker.ts', import.meta.url))

/** What a screen needs; the others are read once, or by a reader that needs the network for its book. */
const isOfScreens = /^assets\/.+-[\w-]{8}\.(?:js|css|woff2)$/

const bundle = async (files: readonly string[]): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: ['es2022', 'chrome109', 'safari16.4', 'firefox115'],
      lib: { entry, formats: ['iife'], name: 'worker' },
      minify: true,
    },
  })
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return output[0].code
}

/** Adds the service worker, with the list of all files of the build. Its name never changes, since a browser looks for updates there. */
export const serviceWorker = (): Plugin => ({
  name: 'carrel:service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, files) {
      const names = Object.keys(files).filter((name) => isOfScreens.test(name))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundle(names.toSorted().map((name) => `/${name}`)) })
    },
  },
})
