/** `npm run dev`: the server from its sources, restarted at every change, and the client from Vite, with the data of a fictitious hall. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { demoEnvironment, fill, printAccounts, ready } from './fill.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const port = process.env.PORT || '5000'
const origin = `http://localhost:${port}`

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'src/server/main.ts')], {
  stdio: 'inherit',
  env: { LOG_LEVEL: 'warn', ...process.env, ...demoEnvironment, PORT: port, DATA_DIR: join(process.env.DATA_DIR || 'data', 'dev') },
})
server.on('exit', (code) => process.exit(code ?? 1))

process.chdir(root)
process.env.API_URL = origin
const vite = await createServer({ configFile: 'vite.config.ts' })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server.kill('SIGTERM')
    void vite.close()
  })

await ready(origin)
await fill(origin)
await vite.listen()
printAccounts(vite.resolvedUrls?.local[0] ?? '')
