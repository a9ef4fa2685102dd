import type { Scene } from './hall.ts'
import { leaksIn } from './leaks.ts'
import type { Heard, Liar, Lie } from './liar.ts'
import type { Page } from './page.ts'
import { settled } from './underWay.ts'
import { isWarned, warningsAt, warningsOf } from './warnings.ts'

/**
 * The result of a lie. `faults` are broken promises, `warnings` those shown to the person, `shown` the visible texts;
 * `failure` is the reason why the page itself failed.
 */
export type Outcome = {
  told: number
  failure: string | null
  faults: string[]
  warnings: string[]
  shown: string[]
  heard: readonly Heard[]
}

/** A story in progress. */
export type Telling = Scene & {
  lied: Liar
  /** Checks what these pages show and have sent. The first one is the browser that gets the lies. */
  check: (victim: Page, ...others: Page[]) => Promise<void>
  /** Records a broken promise that the story itself detected. */
  fault: (text: string) => void
}

/** Honest actions, one after the other, while the server lies to one browser. */
export type Story = (telling: Telling) => Promise<void>

/** Returns whether these warn of an attack. That a person has added a device is said, but excuses nothing. */
const warns = (warnings: readonly string[]): boolean => warnings.some((warning) => warning !== 'new device')

/** Returns the content of a page as comparable lines. */
const linesOf = (page: Page, conversation: string): string[] =>
  page.messages(conversation).map((row) => {
    const said = isWarned(row) ? `(${warningsAt(row).join(', ')})` : row.isDeleted ? '(deleted)' : row.content
    const quoted = row.replyTo && (isWarned(row.replyTo) ? ' in answer to (?)' : ` in answer to ${row.replyTo.content}`)
    return `${row.sender?._id === page.me._id ? 'me' : row.sender?.name}: ${said}${quoted ?? ''}`
  })

/** Runs a story in which the server tells this lie from the start; without a lie, it is honest. */
export const tellStory = async (story: Story, scene: Scene, lie?: Lie): Promise<Outcome> => {
  const lied = scene.liar(lie)
  const [faults, warnings, shown] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const pages = new Set<Page>()
  const { circle } = scene
  const conversations = [...(circle.five === undefined ? Object.values(scene.places) : []), ...Object.values(circle)]
  const check = async (...checked: [Page, ...Page[]]): Promise<void> => {
    const [victim] = checked
    await settled()
    for (const page of checked) pages.add(page)
    const sent = [...pages].flatMap((page) => page.sent)
    for (const id of conversations) {
      const told = warningsOf(victim, id)
      const marked = victim.messages(id).flatMap((row) => [...warningsAt(row), ...(row.replyTo ? warningsAt(row.replyTo) : [])])
      for (const warning of [...told, ...marked]) warnings.add(warning)
      for (const line of linesOf(victim, id)) shown.add(line)
      // In a conversation with a warning, the person was warned about its faults.
      const shownWrong = checked.filter((page) => !warns(warningsOf(page, id))).flatMap((page) => scene.oracle.faultsOf(page, id))
      const leaks = !warns(told) ? leaksIn(sent, scene.oracle.secretsOf(id), scene) : []
      for (const fault of [...shownWrong, ...leaks]) faults.add(fault)
    }
  }
  let failure: string | null = null
  try {
    await story({ ...scene, lied, check, fault: (text) => void faults.add(text) })
  } catch (error) {
    // A page that fails or waits forever neither shows nor sends anything, as if the server did not respond.
    if (!lie) throw error
    failure = error instanceof Error ? error.message : String(error)
  }
  for (const page of pages) scene.close(page)
  await settled()
  return { told: lied.told, failure, faults: [...faults], warnings: [...warnings], shown: [...shown], heard: lied.heard }
}
