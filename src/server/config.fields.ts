import * as z from 'zod/mini'

type Issue = { readonly path?: readonly PropertyKey[] | undefined; readonly input?: unknown }

/** Builds the sentence about a wrong value: the name of its variable, and what it must be. */
const must = (be: string | ((given: string) => string)) => ({
  error: ({ path, input }: Issue): string => `${String(path?.[0])} must be ${typeof be === 'string' ? be : be(String(input))}`,
})

/** A text that satisfies `isRight`. */
export const textThat = (isRight: (given: string) => boolean, be: string | ((given: string) => string)) =>
  z.string().check(z.refine(isRight, must(be)))

export const wholeNumber = (min: number, max: number) => {
  const isInside = (given: string) => /^\d+$/.test(given) && Number(given) >= min && Number(given) <= max
  return z.pipe(
    textThat(isInside, (given) => `a whole number from ${min} to ${max}, not "${given}".`),
    z.transform(Number),
  )
}

export const oneOf = <const T extends string>(values: readonly T[]) => {
  const names = values.join(' or ')
  return z.enum(
    values,
    must((given) => `${names}, not "${given}".`),
  )
}

/** The value is not repeated: it may hold a password. */
export const address = (...protocols: readonly string[]) =>
  textThat(
    (given) => URL.canParse(given) && protocols.includes(new URL(given).protocol),
    `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
  )
