import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoEmails } from '#contract/demo.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { givenFolder, run, serverFile } from '#server/testing/program.ts'
import { makePublicDemo, nightOf } from '../../../scripts/publicDemo.ts'

const password = 'first of them all'

/** A public demo that is filled with one category, and a clock that the test moves. */
const givenPublicDemo = async () => {
  const folder = join(await givenFolder(), 'public-demo')
  const said: string[] = []
  let [now, filled, failsToFill] = [new Date('2026-11-25T12:00:00+05:30'), 0, false]
  const call = async (port: number | undefined, method: string, path: string, body?: object, token?: string) => {
    const headers = { ...(token && { authorization: token }), ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : undefined }
  }
  const signIn = async (port: number | undefined): Promise<string> =>
    (await call(port, 'POST', '/auth/demo', { role: 'superadmin' })).body.token
  const demo = makePublicDemo({
    program: serverFile(),
    folder,
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      ...{ DEMO: 'on', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' },
      ...{ ADMIN_EMAIL: demoEmails.superadmin, ADMIN_PASSWORD: password },
    },
    timeZone: 'Asia/Kolkata',
    fill: async (origin) => {
      const port = Number(new URL(origin).port)
      if (failsToFill) throw new Error('no room')
      filled++
      await call(port, 'PUT', '/customization/system-name', { systemName: `Filled ${filled}` }, await signIn(port))
    },
    clock: () => now,
    say: (sentence) => said.push(sentence),
  })
  afterTest(() => demo.stop())
  await demo.start()
  const here = (method: string, path: string, body?: object, token?: string) => call(demo.port(), method, path, body, token)
  const name = async () => (await here('GET', '/customization')).body.systemName
  return {
    ...{ demo, folder, said, here, name },
    signIn: () => signIn(demo.port()),
    setNow: (instant: string) => {
      now = new Date(instant)
    },
    failToFill: (fails: boolean) => {
      failsToFill = fails
    },
  }
}

test('a public demo is reset in the night of the hall: the data is the filled one, and sessions have ended', async () => {
  const { demo, folder, said, here, name, signIn, setNow, failToFill } = await givenPublicDemo()
  const [port, token] = [demo.port(), await signIn()]
  await here('PUT', '/customization/system-name', { systemName: 'Changed by a visitor' }, token)
  setNow('2026-11-26T02:59:00+05:30')
  await demo.tick()
  expect(await name()).toBe('Changed by a visitor')

  // Data that cannot be filled leaves the old in place, is tried again an hour later, and loses no server.
  failToFill(true)
  setNow('2026-11-26T03:00:00+05:30')
  await demo.tick()
  expect(said.at(-1)).toBe('The demo could not be reset and goes on with the old data: no room')
  expect([await name(), demo.isRunning()]).toEqual(['Changed by a visitor', true])
  failToFill(false)
  setNow('2026-11-26T03:59:00+05:30')
  await demo.tick()
  expect(await name()).toBe('Changed by a visitor')

  setNow('2026-11-26T04:01:00+05:30')
  await demo.tick()
  expect([await name(), demo.port()]).toEqual(['Filled 2', port])
  expect((await here('GET', '/auth/me', undefined, token)).status).toBe(401)
  expect((await here('GET', '/auth/me', undefined, await signIn())).status).toBe(200)
  expect([`${folder}.next`, `${folder}.before`].map(existsSync)).toEqual([false, false])
  setNow('2026-11-26T23:00:00+05:30')
  await demo.tick()
  expect(await name()).toBe('Filled 2')

  // A clock that jumped over several nights resets it once.
  setNow('2026-12-03T18:00:00+05:30')
  await demo.tick()
  await demo.tick()
  expect(await name()).toBe('Filled 3')
})

test('the night of a demo changes at three in the morning of its zone', () => {
  const night = (instant: string) => nightOf('Asia/Kolkata', new Date(instant))
  expect(night('2026-11-26T02:59:59+05:30')).toBe('2026-11-25')
  expect(night('2026-11-26T03:00:00+05:30')).toBe('2026-11-26')
  expect(nightOf('UTC', new Date('2026-11-26T02:59:59Z'))).toBe('2026-11-25')
})

test('DEMO=on without the program that resets the data stops the start with one sentence, and touches nothing', async () => {
  const folder = await givenFolder()
  const { ended, stderr } = run('main', { DATA_DIR: folder, DEMO: 'on' })
  expect(await ended).toBe(1)
  expect(stderr()).toBe('DEMO=on works with "npm run demo", which fills a demo with data and resets it every night.\n')
  expect(existsSync(join(folder, 'carrel.sqlite'))).toBe(false)
})
