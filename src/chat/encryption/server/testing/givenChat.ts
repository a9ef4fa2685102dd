import { afterFile } from '#server/testing/afterwards.ts'
import { given } from '#server/testing/given.ts'
import { givenPair } from '../../../conversations/server/testing/chat.ts'
import { withEncryption } from './allowed.ts'
import { type Browser, openBrowser } from './clients.ts'
import { copyRows, putBackRows } from './lies/rows.db.ts'
import { copyOfStorage } from './lies/storage.ts'
import { markKeys } from './madeKeys.ts'

type Pair = Awaited<ReturnType<typeof givenPair>>

const isBrowser = (one: unknown): one is Browser => one instanceof Object && 'client' in one && 'storage' in one

/** Opens a browser with a copy of its data, so that the next test finds it as it was. */
const reopen = async (browser: Browser): Promise<Browser> => ({
  ...(await openBrowser(browser, await copyOfStorage(browser.storage))),
  code: browser.code,
})

const reopenAll = async <Chat extends object>(chat: Chat): Promise<Chat> => {
  const reopened: Record<string, Browser> = {}
  for (const [name, one] of Object.entries(chat)) if (isBrowser(one)) reopened[name] = await reopen(one)
  return { ...chat, ...reopened }
}

type PreparedChat<Chat extends Pair> = (() => Promise<Chat>) & { app: () => Promise<Chat['app']> }

/**
 * Prepares a chat of two people when a test first needs it, and puts it back for each test of the file: the rows of the server, and the
 * browsers that `prepare` returns, whose pages are opened again. Setting up their encryption takes longer than most tests. A test
 * of other people calls `app` of the result: on PostgreSQL, another app would empty the database.
 */
export const preparedChat = <Chat extends Pair>(prepare: (pair: Pair) => Promise<Chat>): PreparedChat<Chat> => {
  const make = async () => {
    afterFile(() => {
      made = undefined
    })
    const app = await withEncryption(await given({ rateLimits: false }, { lasts: 'file' }))
    const chat = await prepare(await givenPair(app))
    for (const one of Object.values(chat)) if (isBrowser(one)) await one.close()
    return { chat, rows: await copyRows(app.db), giveNextKeys: markKeys() }
  }
  let made: ReturnType<typeof make> | undefined
  const putBack = async (): Promise<Chat> => {
    made ??= make()
    const { chat, rows, giveNextKeys } = await made
    await putBackRows(chat.app.db, rows)
    giveNextKeys()
    return chat
  }
  return Object.assign(async () => reopenAll(await putBack()), { app: async () => (await putBack()).app })
}
