import { defineConfig } from 'vite'

/** Programs beside the server itself. Each becomes an entry of its own: `dist/server/NAME.js`. */
const programs = ['admin', 'backup', 'doctor', 'import', 'move', 'restore', 'work']

/**
 * One start reads one file instead of hundreds, so the libraries are bundled in; except what is native
 * or loads parts of itself by name, and what only some installations load.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/server',
    minify: false,
    rolldownOptions: {
      input: { main: 'src/server/main.ts', ...Object.fromEntries(programs.map((name) => [name, `src/server/programs/${name}.ts`])) },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: ['@hyzyla/pdfium', '@node-rs/argon2', 'ioredis', 'pdfkit', 'pg', 'sharp'] },
})
