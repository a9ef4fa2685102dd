import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

type Chunk = { file: string; isEntry?: boolean; imports?: string[] }
type Manifest = Record<string, Chunk>

/** The script of a page and those that it imports, without what every page loads anyway. */
const scriptsOf = (page: string): string[] => {
  const manifest = JSON.parse(readFileSync(fileURLToPath(new URL('dist/client/.vite/manifest.json', import.meta.url)), 'utf8')) as Manifest
  const closure = (key: string, found = new Set<string>()): Set<string> => {
    if (found.has(key)) return found
    found.add(key)
    for (const next of manifest[key]?.imports ?? []) closure(next, found)
    return found
  }
  const everywhere = closure('index.html')
  return [...closure(page)].flatMap((key) => (everywhere.has(key) ? [] : `/${manifest[key]?.file}`))
}

/** Reads the manifest when a build begins, so that tools can load this file where nothing was built yet. */
const landingScripts = (): Plugin => ({
  name: 'landing-scripts',
  config: () => ({ define: { LANDING_SCRIPTS: JSON.stringify(scriptsOf('../hall/landing/web/LandingPage.tsx')) } }),
})

/** Pages that the server draws first. React is bundled in, because the server does not install it. */
export default defineConfig({
  publicDir: false,
  plugins: [react(), landingScripts()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/drawn',
    minify: true,
    rolldownOptions: {
      input: { landing: 'src/hall/landing/web/landingDrawing.tsx' },
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
  ssr: { noExternal: true },
})
