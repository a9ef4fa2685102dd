import { aCircle } from './circle.ts'
import { aDay } from './day.ts'
import type { Hall, Moment } from './hall.ts'
import type { Lie } from './liar.ts'
import { aNewBrowser, aRecovery } from './newBrowser.ts'
import { type Outcome, type Story, tellStory } from './story.ts'

const stories: Readonly<Record<string, Story>> = { aDay, aNewBrowser, aRecovery, aCircle }
const beginsOf = (story: Story): Moment => (story === aCircle ? 'circle' : 'past')

/** A story without lies. */
export type Honest = { name: string; story: Story; outcome: Outcome }

export const tellHonestly = async (hall: Hall): Promise<Honest[]> => {
  const told: Honest[] = []
  for (const [name, story] of Object.entries(stories))
    told.push({ name, story, outcome: await tellStory(story, await hall.scene(beginsOf(story))) })
  return told
}

/** Returns the first story in which the server returns the object of this lie, with a field that can be changed this way. */
export const storyFor = (hall: Hall, honest: readonly Honest[], lie: Lie): Honest | undefined =>
  honest.find(({ outcome }) => {
    const trial = hall.liars.liar(lie)
    for (const { source, answer, about } of outcome.heard) if (source === lie.source) trial.say(source, answer, about)
    return trial.told > 0
  })

export type Result = { result: string; faults: readonly string[] }

/** The result of a lie, for human readers. */
const inWords = ({ faults, failure, warnings, shown }: Outcome, honest: Outcome): string => {
  const news = warnings.filter((warning) => !honest.warnings.includes(warning))
  if (faults.length > 0) return `BROKEN: ${faults.join('; ')}`
  if (failure !== null) return `the page fails: ${failure}`
  if (news.length > 0) return `warned: ${news.join(', ')}`
  return honest.shown.every((line) => shown.includes(line)) ? 'no effect' : 'withheld'
}

/** Tells one lie in a story. */
export const tellLie = async (hall: Hall, { story, outcome: honest }: Honest, lie: Lie): Promise<Result> => {
  const outcome = await tellStory(story, await hall.scene(beginsOf(story)), lie)
  return { result: inWords(outcome, honest), faults: outcome.faults }
}
