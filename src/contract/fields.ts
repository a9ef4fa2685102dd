import * as z from 'zod/mini'
import { limits } from './limits.ts'

const unstorable = /\0/

type TextRule = {
  max: number
  /** The sentence for an absent or blank value. Without it the text may be blank. */
  required?: string
  /** The sentence for a text over `max`; one is made where it is not given. */
  tooLong?: string
}

/**
 * A text that a person types: its ends are trimmed, its length is bounded, and NUL and lone
 * surrogates are refused, because PostgreSQL and UTF-8 cannot hold them.
 */
export const text = ({ max, required, tooLong = `Please use at most ${max} characters` }: TextRule) =>
  z.string(required ?? 'Please enter some text').check(
    z.trim(),
    z.minLength(required === undefined ? 0 : 1, required),
    z.maxLength(max, tooLong),
    z.refine((value) => value.isWellFormed() && !unstorable.test(value), 'This text contains characters that cannot be saved'),
  )

/** A text that may be absent or empty. Null is the empty text, as programs send it for a field without one. */
export const orEmpty = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.optional(
    z.union(
      [
        z.pipe(
          z.null(),
          z.transform(() => ''),
        ),
        schema,
      ],
      'Please enter some text',
    ),
  )

/** A row's identity: opaque to clients. */
export const Id = z
  .string('Invalid id')
  .check(z.minLength(1, 'Invalid id'), z.maxLength(64, 'Invalid id'), z.regex(/^[A-Za-z0-9_-]+$/, 'Invalid id'))
export const byId = z.object({ id: Id })

/** The id of something else in a body, with the sentence for what can be the id of nothing. */
export const idOr = (message: string) => z.string(message).check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, message))

/** An instant, ISO-8601 in UTC with milliseconds: `2026-11-21T05:30:00.000Z`. */
export const Instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'Invalid date and time'))

const isOfCalendar = (value: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const day = new Date(`${value}T00:00:00.000Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

const isCalendarDay = (value: string): boolean => isOfCalendar(value) && value >= '1900'

/** A plain day of the calendar, `YYYY-MM-DD`, from 1900 on, in no time zone. */
export const Day = z.string('Please enter a date').check(z.refine(isCalendarDay, 'Please enter a date'))

const wallClock = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?`
const givenInstant = new RegExp(`^${wallClock}(?:Z|[+-]\\d\\d:\\d\\d)?$`)

/**
 * Far enough from the ends of what four digits of a year can say, whatever the zone. In UTC, as we answer, it is a day more on both
 * sides, so that every answer can be sent back.
 */
const isInReach = (value: string): boolean =>
  value.endsWith('Z') ? value >= '1899-12-31' && value < '9999-12-31' : value >= '1900' && value < '9999-12-30'

/**
 * When something begins or ends, as a person or a program gives it: a plain day, or day and time, without a zone in the
 * institution's. `startInstant` and `endInstant` of `day.ts` tell the instant.
 */
export const InstantOrDay = z
  .string('Please enter a date')
  .check(
    z.refine(
      (value) =>
        (isOfCalendar(value) || (givenInstant.test(value) && isOfCalendar(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)))) &&
        isInReach(value),
      'Please enter a date',
    ),
  )

/** A field that may be empty: absent, null, or the empty text that a form has for it. */
export const orNone = <S extends z.ZodMiniType>(schema: S, message?: string) =>
  z.nullish(
    z.union(
      [
        z.pipe(
          z.literal(''),
          z.transform(() => null),
        ),
        schema,
      ],
      message,
    ),
  )

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A list in JSON or in a form, where it arrives as JSON text and an empty text is an empty list. */
export const formList = <S extends z.ZodMiniType>(
  item: S,
  { max, tooLong, message }: { max: number; tooLong: string; message: string },
) => {
  const items = z.array(item, message)
  const parsed = z.pipe(
    z.string(),
    z.pipe(
      z.transform((sent: string) => (sent === '' ? [] : parsedJson(sent))),
      items,
    ),
  )
  return z.union([items, parsed], message).check(z.refine((list) => list.length <= max, tooLong))
}

/** An object in JSON or in a form, where it arrives as JSON text. */
export const formObject = <S extends z.ZodMiniType>(schema: S, message: string) =>
  z.union([schema, z.pipe(z.string(), z.pipe(z.transform(parsedJson), schema))], message)

/** An email address as typed; it is compared without regard to case. */
export const Email = text({ max: limits.email, required: 'Email is required' }).check(
  z.regex(/^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/, 'Please enter a valid email address'),
)

/** What an institution calls itself. */
export const SystemName = text({ max: limits.systemName, required: 'System name cannot be empty' })

/** Yes or no, in JSON or in a form, where everything arrives as text and an empty text is no. */
export const formBoolean = z.union(
  [
    z.boolean(),
    z.pipe(
      z.literal(['true', 'false', '']),
      z.transform((sent) => sent === 'true'),
    ),
  ],
  'Please choose yes or no',
)

/** A password as given: neither trimmed nor cut, but not blanks alone. */
export const Password = z.string('Password is required').check(
  z.refine((value) => value.trim() !== '', 'Password is required'),
  z.minLength(limits.passwordMin, `Please use at least ${limits.passwordMin} characters`),
  z.maxLength(limits.passwordMax, `Please use at most ${limits.passwordMax} characters`),
  z.refine((value) => value.isWellFormed() && !unstorable.test(value), 'This password contains characters that cannot be used'),
)
