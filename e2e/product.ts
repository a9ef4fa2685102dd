import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { addDays, dayIn } from '#contract/day.ts'
import { freePort } from '../gallery/halls.ts'
import { ready } from '../scripts/fill.ts'
import { built, type Host, NODE_COMPILE_CACHE, runProgram, startHost } from './running.ts'

export const password = 'a-long-enough-password'
export const superadmin = { name: 'Meera Iyer', email: 'meera@example.org', password }

/** Returns the day in the hall's time zone, or one that is `days` later. */
export const hallDay = (days = 0): string => addDays(dayIn('Asia/Kolkata', new Date()), days)

/** Files under a folder with their sizes, by name. */
const filesUnder = (folder: string): { path: string; size: number }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: path.slice(folder.length + 1), size: statSync(path).size }))

type Answer = { status: number; body: Record<string, never> }

/** The product, running on an empty folder. */
export type Product = {
  origin: string
  /** The address where the first superadmin is made. */
  setupLink: () => Promise<string>
  /** Runs `npm run admin` beside the running server. Returns what it prints. */
  admin: (...words: string[]) => string
  /** Runs `npm run import` beside the running server, on a folder of these files. */
  importFiles: (files: Record<string, string | Buffer>) => void
  /** The stored contents and all other files beside the database. */
  files: () => { path: string; size: number }[]
  call: (method: string, path: string, token?: string, body?: object) => Promise<Answer>
  tokenOf: (email: string, given?: string) => Promise<string>
  /** Makes an account, as the superadmin would. */
  addPerson: (role: string, email: string, more?: object) => Promise<void>
  /** Creates a category. Returns its id. */
  addCategory: (name: string) => Promise<string>
  /** Uploads a PDF as the superadmin. */
  sendDocument: (title: string, file: Buffer) => Promise<Answer>
  addDocument: (title: string, file: Buffer) => Promise<void>
  stop: () => Promise<void>
}

type Calls = Pick<Product, 'call' | 'tokenOf' | 'addPerson' | 'addCategory' | 'sendDocument' | 'addDocument'>

const callsTo = (origin: string): Calls => {
  const call: Product['call'] = async (method, path, token, body) => {
    const isForm = body instanceof FormData
    const headers: Record<string, string> = {
      ...(token && { authorization: token }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    }
    const response = await fetch(`${origin}/api${path}`, { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : {} }
  }
  const tokenOf: Product['tokenOf'] = async (email, given = password) => {
    const { status, body } = await call('POST', '/auth/login', undefined, { email, password: given })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.token ?? ''
  }
  // Kept, because signing in is slow on purpose.
  let superadminToken: Promise<string> | undefined
  const asSuperadmin = (): Promise<string> => {
    superadminToken ??= tokenOf(superadmin.email)
    return superadminToken
  }
  const addPerson: Product['addPerson'] = async (role, email, more = {}) => {
    const account = { name: `A ${role}`, email, password, role, ...more }
    const { status, body } = await call('POST', '/user', await asSuperadmin(), account)
    expect(status, JSON.stringify(body)).toBe(201)
  }
  const addCategory: Product['addCategory'] = async (name) => {
    const { status, body } = await call('POST', '/category', await asSuperadmin(), { name })
    expect(status, JSON.stringify(body)).toBe(201)
    return body._id ?? ''
  }
  const sendDocument: Product['sendDocument'] = async (title, file) => {
    const form = new FormData()
    form.append('title', title)
    form.append('category', await addCategory(`For ${title}`))
    form.append('pdf', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), `${title}.pdf`)
    return call('POST', '/document', await asSuperadmin(), form)
  }
  const addDocument: Product['addDocument'] = async (title, file) => {
    const { status, body } = await sendDocument(title, file)
    expect(status, JSON.stringify(body)).toBe(201)
  }
  return { call, tokenOf, addPerson, addCategory, sendDocument, addDocument }
}

/** Starts a hall on an empty folder: as a program of its own, or in a process with others. */
export const begin = async (env: Record<string, string>, run: Host['run'] = runProgram): Promise<Product> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'carrel-e2e-'))
  const settings = { PATH: process.env.PATH ?? '', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, NODE_COMPILE_CACHE, ...env }
  const { output, ...running } = await run(settings)
  const admin: Product['admin'] = (...words) =>
    spawnSync(process.execPath, [built('admin'), ...words], { env: settings, encoding: 'utf8' }).stdout
  const importFiles: Product['importFiles'] = (files) => {
    const from = mkdtempSync(join(tmpdir(), 'carrel-e2e-import-'))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(from, name), content)
    const { status, stdout, stderr } = spawnSync(process.execPath, [built('import'), from], { env: settings, encoding: 'utf8' })
    rmSync(from, { recursive: true, force: true })
    expect(status, stdout + stderr).toBe(0)
  }
  const stop = async (): Promise<void> => {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const setupLink: Product['setupLink'] = async () => {
    const printed = () => /\/setup#key=[\w-]+(?=\n)/.exec(output())?.[0]
    await expect.poll(printed, { message: output() }).toBeTruthy()
    return origin + printed()
  }
  const files: Product['files'] = () => filesUnder(folder).filter(({ path }) => !/^carrel\.(?:lock|sqlite(-wal|-shm)?)$/.test(path))
  await ready(origin).catch(async (error) => {
    await stop()
    throw new Error(`${error}\n${output()}`)
  })
  return { origin, setupLink, admin, importFiles, files, stop, ...callsTo(origin) }
}

/** Addresses of the computer that the product runs on. */
const own = ['localhost', '127.0.0.1']

/** Closes all pages, those of other devices too: without their hall they would go on asking for it beside all later journeys. */
const leave = async (page: Page): Promise<void> => {
  const contexts = page.context().browser()?.contexts() ?? []
  await Promise.all(contexts.filter((context) => context !== page.context()).map((context) => context.close()))
  await page.close()
}

type Fixtures = {
  /** The program itself, on an empty folder, without any account. */
  empty: Product
  /** With its superadmin. */
  product: Product
}

/** Products with their superadmin, in one process for each worker. The next one starts while a journey uses the current one. */
type Products = {
  products: {
    take: () => Promise<Product>
    /** Starts one more, with these settings. */
    start: (env?: Record<string, string>) => Promise<Product>
  }
}

export const test = base.extend<Fixtures, Products>({
  products: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
    async ({}, use) => {
      const host = startHost()
      const owner = { ADMIN_EMAIL: superadmin.email, ADMIN_PASSWORD: password, ADMIN_NAME: superadmin.name }
      const start = (env = {}) => begin({ ...owner, ...env }, host.run)
      let next: Promise<Product> | undefined
      const take = (): Promise<Product> => {
        const taken = next ?? start()
        next = start()
        // The rejection reaches the test that takes it.
        next.catch(() => {})
        return taken
      }
      await use({ take, start })
      await next?.then(({ stop }) => stop())
      await host.close()
    },
    { scope: 'worker' },
  ],
  empty: async ({ page }, use) => {
    const product = await begin({})
    await use(product)
    await leave(page)
    await product.stop()
  },
  product: async ({ page, products }, use) => {
    const product = await products.take()
    await use(product)
    await leave(page)
    await product.stop()
  },
  // Fails the journey if the browser reports an error or requests another address.
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      // Chromium reports each reply from 400 on as an error; journeys check those on the screen.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text())
    })
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !own.includes(new URL(request.url()).hostname)) complaints.push(`asked ${request.url()}`)
    })
    await use(page)
    expect(complaints).toEqual([])
  },
})

/** Waits for animations, except endless ones such as those of skeletons. A string, because these tests have no DOM types. */
export const animationsOver = `Promise.allSettled(
  document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished),
).then(() => undefined)`

const rules = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// An animation that starts while axe runs, such as that of a toast, has intermediate colours, so axe runs once more.
const look = `(async () => {
  for (;;) {
    await ${animationsOver}
    let isMoving = false
    const note = () => { isMoving = true }
    for (const kind of ['animationstart', 'transitionrun']) document.addEventListener(kind, note, true)
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    for (const kind of ['animationstart', 'transitionrun']) document.removeEventListener(kind, note, true)
    if (!isMoving || violations.length === 0) return violations
  }
})()`

/** Checks WCAG 2.2 A and AA, and the best practices of axe, on what is shown now. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // Injected once per document, since that is most of the work.
  for (const frame of page.frames()) if (await frame.evaluate('!window.axe')) await frame.evaluate(rules)
  const violations = await page.evaluate<Violation[]>(look)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0)
}

/** Types a date `YYYY-MM-DD` into a date field of a form. */
export const typeDate = async (form: Locator, label: string, date: string): Promise<void> => {
  const [year, month, day] = date.split('-')
  await form.getByRole('group', { name: label }).getByRole('spinbutton').first().click()
  await form.page().keyboard.type(`${day}${month}${year}`)
}

type Violation = { id: string; nodes: { target: string[] }[] }

export { expect } from '@playwright/test'
