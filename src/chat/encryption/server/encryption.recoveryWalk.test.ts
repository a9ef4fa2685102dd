import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'
import { givenPair } from '../../conversations/server/testing/chat.ts'
import { withEncryption } from './testing/allowed.ts'
import { addBrowser, type Browser, openBrowser } from './testing/clients.ts'

/*
 * Two people write while their browsers and codes come and go, compared with a list of all messages since Asha started her lists.
 */

const often = ['say', 'answer', 'edit', 'add', 'newCode'] as const
const seldom = ['remove', 'signOut', 'otherAdds', 'otherStartsOver', 'startOver'] as const
const kinds = [...often, ...often, ...seldom]
type Step = { kind: (typeof kinds)[number]; at: number }

/** A message, and the generation of Asha’s lists under which its text was encrypted. */
type Said = { text: string; by: Browser; generation: number }

const recover = ({ client }: Browser, code: string, isKept: boolean): Promise<void> => client.recoverWithCode(code, isKept)

class Walk {
  readonly #id: string
  readonly #said: Said[] = []
  readonly #codes: string[] = []
  #browsers: Browser[]
  #desk: Browser
  #generation = 0

  constructor(id: string, phone: Browser, desk: Browser) {
    this.#id = id
    this.#browsers = [phone]
    this.#desk = desk
    this.#codes.push(phone.code)
  }

  static async begin(): Promise<Walk> {
    const { id, asha, binod } = await givenPair(await withEncryption(await given()))
    const [phone, desk] = [await openBrowser(asha), await openBrowser(binod)]
    await phone.client.enable(id)
    return new Walk(id, phone, desk)
  }

  #at(at: number): Browser {
    return this.#browsers[at % this.#browsers.length] as Browser
  }

  /** Waits until everything that the server has announced is known. */
  #refresh(browser: Browser): Browser {
    browser.client.invalidateKeys(this.#id)
    return browser
  }

  async #say(by: Browser): Promise<void> {
    const text = `Message ${this.#said.length + 1}`
    await this.#refresh(by).say(this.#id, text)
    this.#said.push({ text, by, generation: this.#generation })
  }

  async #edit(at: number): Promise<void> {
    const mine = this.#said.filter(({ by }) => by === this.#desk || this.#browsers.includes(by))
    const said = mine[at % mine.length]
    const message = said && (await this.#refresh(said.by).read(this.#id)).find(({ content }) => content === said.text)
    if (!message || !said) return
    const text = `${said.text}, edited`
    await said.by.edit(message, text)
    Object.assign(said, { text, generation: this.#generation })
  }

  async #startOver(before: Browser): Promise<Browser> {
    const fresh = await openBrowser(before)
    const { code, save } = await fresh.client.setUp({ startsOver: true })
    await save()
    return { ...fresh, code }
  }

  async #leave(at: number, end: (leaving: Browser, staying: Browser) => Promise<void>): Promise<void> {
    const [staying, leaving] = [this.#at(at), this.#at(at + 1)]
    if (staying === leaving) return
    await end(leaving, this.#refresh(staying))
    this.#browsers = this.#browsers.filter((one) => one !== leaving)
  }

  async step({ kind, at }: Step): Promise<void> {
    const here = this.#at(at)
    if (kind === 'say') return this.#say(here)
    if (kind === 'answer') return this.#say(this.#desk)
    if (kind === 'edit') return this.#edit(at)
    if (kind === 'remove') return this.#leave(at, (leaving, { client }) => client.removeDevice(leaving.client.deviceId.get() ?? ''))
    if (kind === 'signOut') return this.#leave(at, ({ client }) => client.wipe())
    if (kind === 'otherAdds') return addBrowser(this.#desk, await openBrowser(this.#desk))
    if (kind === 'add') {
      const added = await openBrowser(here)
      await addBrowser(this.#refresh(here), added)
      this.#browsers.push(added)
    }
    if (kind === 'newCode') {
      const { code, save } = await here.client.makeRecoveryCode()
      await save()
      this.#codes.push(code)
    }
    if (kind === 'otherStartsOver') this.#desk = await this.#startOver(this.#desk)
    if (kind === 'startOver') {
      const fresh = await this.#startOver(here)
      this.#browsers = [fresh]
      this.#codes.push(fresh.code)
      this.#generation++
    }
  }

  /**
   * The newest code decrypts all messages since Asha started her lists, in a browser that stores its keys or in one that does
   * not.
   */
  async expectRecovered(isKept: boolean): Promise<void> {
    const fresh = await openBrowser(this.#at(0))
    const [code = '', ...earlier] = this.#codes.toReversed()
    for (const ended of earlier) await expect(recover(fresh, ended, isKept)).rejects.toThrow('not the recovery code')
    await recover(fresh, code, isKept)
    const expected = this.#said.map(({ text, generation }) => (generation === this.#generation ? text : 'startedOver'))
    expect(await fresh.shown(this.#id)).toEqual(expected)
    const [last] = this.#browsers
    if (last)
      expect((await this.#refresh(last).shown(this.#id)).filter((text) => text !== 'startedOver')).toEqual(
        expected.filter((text) => text !== 'startedOver'),
      )
  }
}

const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat({ max: 99 }) })
const numRuns = isHard ? 100 : 3

test(
  'a new browser with the recovery code reads all expected messages after random changes to the browsers and codes of two people',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 10 }), fc.boolean(), async (steps, isKept) => {
        const walk = await Walk.begin()
        await walk.step({ kind: 'answer', at: 0 })
        for (const one of steps) await walk.step(one)
        await walk.expectRecovered(isKept)
      }),
      { numRuns, endOnFailure: true },
    ),
  numRuns * 60_000,
)
