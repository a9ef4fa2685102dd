import type { Scene } from './hall.ts'
import { leaksIn } from './leaks.ts'
import type { Heard, Liar, Lie } from './liar.ts'
import type { Page } from './page.ts'
import { settled } from './underWay.ts'
import { isWarned, warningsAt, warningsOf } from './warnings.ts'

/**
 * What a lie led to. `faults` are broken promises, `warnings` what the person was told, `shown` what was there to read;
 * `failure` is why the page itself failed.
 */
export type Outcome = {
  told: number
  failure: string | null
  faults: string[]
  warnings: string[]
  shown: string[]
  heard: readonly Heard[]
}

/** One that is being told. */
export type Telling = Scene & {
  lied: Liar
  /** Looks at what these pages show and have sent. The first one is the browser that is lied to. */
  check: (victim: Page, ...others: Page[]) => Promise<void>
}

/** Honest deeds, one after the other, while the server lies to one browser. */
export type Story = (telling: Telling) => Promise<void>

/** What a page shows, as lines that can be compared. */
const linesOf = (page: Page, conversation: string): string[] =>
  page.messages(conversation).map((row) => {
    const said = isWarned(row) ? `(${warningsAt(row).join(', ')})` : row.isDeleted ? '(deleted)' : row.content
    const quoted = row.replyTo && (isWarned(row.replyTo) ? ' in answer to (?)' : ` in answer to ${row.replyTo.content}`)
    return `${row.sender?._id === page.me._id ? 'me' : row.sender?.name}: ${said}${quoted ?? ''}`
  })

/** Tells a story in which the server tells this lie from the beginning; without one it is honest. */
export const tellStory = async (story: Story, scene: Scene, lie?: Lie): Promise<Outcome> => {
  const lied = scene.liar(lie)
  const [faults, warnings, shown] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const pages = new Set<Page>()
  const conversations = Object.values(scene.places)
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
      // Of what is wrong in a conversation that warns, the person was told.
      const shownWrong = checked.filter((page) => warningsOf(page, id).length === 0).flatMap((page) => scene.oracle.faultsOf(page, id))
      const leaks = told.length === 0 ? leaksIn(sent, scene.oracle.secretsOf(id), scene) : []
      for (const fault of [...shownWrong, ...leaks]) faults.add(fault)
    }
  }
  let failure: string | null = null
  try {
    await story({ ...scene, lied, check })
  } catch (error) {
    // A page that fails or waits for ever shows and sends nothing more, as if the server did not answer.
    if (!lie) throw error
    failure = error instanceof Error ? error.message : String(error)
  }
  for (const page of pages) scene.close(page)
  await settled()
  return { told: lied.told, failure, faults: [...faults], warnings: [...warnings], shown: [...shown], heard: lied.heard }
}
