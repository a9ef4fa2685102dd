import { useSyncExternalStore } from 'react'
import { type Formats, formatsFor, showInstantsIn } from '#contract/format.ts'
import { type Language, languages } from '#contract/languages.ts'
import { CallError } from './api/callError.ts'
import { timeZone } from './api/timeZone.ts'
import { webEn } from './web.en.ts'

/**
 * Words. A feature's English stands in `x.en.ts` as one exported constant whose name ends in `En`;
 * another language is one more file beside it (`x.hi.ts`, ending in `Hi`) of type `Words<typeof xEn>`,
 * which may also export `errorsHi`, a sentence for every error code of the feature. Components read
 * them through `useWords(xEn)` alone; `words.test.ts` holds languages against each other.
 */
export type Words<T> = T extends (...args: infer A) => string
  ? (...args: A) => string
  : T extends string
    ? string
    : { readonly [K in keyof T]: Words<T[K]> }

/** By error code: a sentence, or where the failure names something, a function of its parameters. */
export type Sentences = Readonly<Record<string, string | ((params: never) => string)>>

/** Everything one language brings: English words with their translation, and a sentence for every error code. */
export type LanguagePack = { words: readonly (readonly [english: object, translated: object])[]; errors: Sentences }

type Loaded = { language: Language; words: ReadonlyMap<object, object>; errors: Sentences }

const english: Loaded = { language: 'en', words: new Map(), errors: {} }
let loaded: Loaded = english
const watchers = new Set<() => void>()
const watchLanguage = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}
const getLoaded = (): Loaded => loaded

/** Changes the language everywhere at once; the pack of another language than English is loaded on demand. */
export const setLanguage = async (language: Language, load?: () => Promise<LanguagePack>): Promise<void> => {
  const pack = await load?.()
  loaded = pack ? { language, words: new Map(pack.words), errors: pack.errors } : { ...english, language }
  document.documentElement.lang = language
  for (const watch of watchers) watch()
}

const translated = <T extends object>(words: T, from: Loaded): Words<T> => (from.words.get(words) ?? words) as Words<T>

/** The feature's words in the language in use. */
export const useWords = <T extends object>(words: T): Words<T> =>
  translated(words, useSyncExternalStore(watchLanguage, getLoaded, getLoaded))

/** The same outside of components. */
export const wordsOf = <T extends object>(words: T): Words<T> => translated(words, loaded)

/** The server's sentence in the language in use; the server's own where this language has none, or where nothing is named. */
const sentenceOf = ({ code, params, message }: CallError): string => {
  const translated = loaded.errors[code]
  if (typeof translated !== 'function') return translated ?? message
  return params === undefined ? message : translated(params as never)
}

/**
 * How a failure is told. The server's sentence stands alone, by its code in other languages; where the server gave
 * none it is `fallback`, which says what failed, and `message` says why as far as it is known.
 */
export const errorParts = (error: unknown, fallback: string): { title: string; message?: string } => {
  if (!(error instanceof CallError)) return { title: fallback }
  const sentence = sentenceOf(error)
  if (error.isFromServer) return { title: sentence || fallback }
  return { title: fallback, message: sentence }
}

/** The same in one text: "Failed to upload document. The server could not be reached." */
export const errorText = (error: unknown, fallback: string): string => {
  const { title, message } = errorParts(error, fallback)
  return message === undefined ? title : wordsOf(webEn).calls.failed(title, message)
}

showInstantsIn(timeZone)

const formats = (): Formats => formatsFor(languages[loaded.language])

/** The formats of `contract/format.ts` in the language in use, for components. */
export const plural: Formats['plural'] = (n, forms) => formats().plural(n, forms)
export const formatNumber: Formats['number'] = (n) => formats().number(n)
export const formatPercent: Formats['percent'] = (share) => formats().percent(share)
export const formatDay: Formats['day'] = (day) => formats().day(day)
export const formatMonth: Formats['month'] = (year, month) => formats().month(year, month)
export const formatMonthName: Formats['monthName'] = (month) => formats().monthName(month)
export const formatInstant: Formats['instant'] = (instant) => formats().instant(instant)
export const formatInstantDay: Formats['instantDay'] = (instant) => formats().instantDay(instant)
export const formatTime: Formats['time'] = (instant) => formats().time(instant)
export const formatRupees: Formats['rupees'] = (amount) => formats().rupees(amount)
export const formatList: Formats['list'] = (items) => formats().list(items)
export const formatBytes: Formats['bytes'] = (bytes) => formats().bytes(bytes)
export const formatBytesIn: Formats['bytesIn'] = (bytes, whole) => formats().bytesIn(bytes, whole)
