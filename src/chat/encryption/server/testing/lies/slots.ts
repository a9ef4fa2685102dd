import type { Field } from './fields.ts'

/** The position of a field in a response: `about` names the object it belongs to, `property` the path from there. */
export type Slot = { holder: Record<string, unknown>; key: string; about: string; property: string }

/** The properties that identify an object in any response. */
const names = ['_id', 'messageId', 'deviceId', 'keyVersion', 'userId', 'id'] as const

const nameIn = (value: object): string | undefined => {
  const name = names.find((each) => each in value)
  return name && String((value as Record<string, unknown>)[name])
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

type Step = { value: unknown; about: string; property: readonly string[] }

/** Resolves one step of a path: a property, every item of a list, or the last one. */
const follow = ({ value, about, property }: Step, step: string, isLastItem: boolean): Step[] => {
  if (step !== '[]') return isObject(value) && step in value ? [{ value: value[step], about, property: [...property, step] }] : []
  const items = Array.isArray(value) ? (isLastItem ? value.slice(-1) : value) : []
  return items.map((item) => ({ value: item, about, property: [...property, step] }))
}

/** Objects with an identity are what the fields inside them are about. */
const named = (step: Step): Step => {
  const name = isObject(step.value) && !Array.isArray(step.value) ? nameIn(step.value) : undefined
  return name === undefined ? step : { value: step.value, about: name, property: [] }
}

/**
 * Returns the positions of a field in a response: all, or with `isLastItem` only in the last item of each list. `about` is the
 * object of the whole response.
 */
export const slotsOf = ({ path }: Pick<Field, 'path'>, answer: unknown, about: string, isLastItem = false): Slot[] => {
  const key = path.at(-1)
  let steps: Step[] = [named({ value: answer, about, property: [] })]
  for (const step of path.slice(0, -1)) steps = steps.flatMap((one) => follow(one, step, isLastItem)).map(named)
  return steps.flatMap(({ value, about, property }) => {
    if (!isObject(value) || key === undefined) return []
    const holder = value as Record<string, unknown>
    const keys = key !== '[]' ? [key] : Object.keys(holder).slice(isLastItem ? -1 : 0)
    return keys.filter((each) => each in holder).map((each) => ({ holder, key: each, about, property: [...property, key].join('.') }))
  })
}
