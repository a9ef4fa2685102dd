import type { ErrorParams } from '#contract/errors.ts'
import { type Formats, formatsFor, showInstantsIn } from '#contract/format.ts'
import { type Language, languages } from '#contract/languages.ts'
import { CallError } from './api/callError.ts'
import { makeStore, useStore } from './api/store.ts'
import { timeZone } from './api/timeZone.ts'
import { webEn } from './web.en.ts'

/**
 * Words. A feature's English is in `x.en.ts` as one exported constant whose name ends in `En`; another language is one more file
 * beside it (`x.hi.ts`, ending in `Hi`) of type `Words<typeof xEn>`, which may also export `errorsHi`, a sentence for every error
 * code of the feature. Components read them only through `useWords(xEn)`; `words.test.ts` compares the languages.
 */
export type Words<T> = T extends (...args: infer A) => string
  ? (...args: A) => string
  : T extends string
    ? string
    : { readonly [K in keyof T]: Words<T[K]> }

/** By error code: a sentence, or, if the failure has parameters, a function of them. */
export type Sentences = Readonly<Record<string, string | ((params: never) => string)>>

/** The pack of one language: English words with their translation, and a sentence for every error code. */
export type LanguagePack = { words: readonly (readonly [english: object, translated: object])[]; errors: Sentences }

type Loaded = { language: Language; words: ReadonlyMap<object, object>; errors: Sentences }

const english: Loaded = { language: 'en', words: new Map(), errors: {} }
const loaded = makeStore(english)

/** Changes the language everywhere at once; the pack of a language other than English is loaded on demand. */
export const setLanguage = async (language: Language, load?: () => Promise<LanguagePack>): Promise<void> => {
  const pack = await load?.()
  document.documentElement.lang = language
  loaded.set(pack ? { language, words: new Map(pack.words), errors: pack.errors } : { ...english, language })
}

const translated = <T extends object>(words: T, from: Loaded): Words<T> => (from.words.get(words) ?? words) as Words<T>

/** Returns the feature's words in the current language. */
export const useWords = <T extends object>(words: T): Words<T> => translated(words, useStore(loaded))

/** The same outside components. */
export const wordsOf = <T extends object>(words: T): Words<T> => translated(words, loaded.get())

/** Returns the server's sentence in the current language; the server's own if this language has none, or if there are no parameters. */
export const sentenceOf = ({
  code,
  params,
  message,
}: Pick<CallError, 'code' | 'message'> & { params?: ErrorParams | undefined }): string => {
  const translated = loaded.get().errors[code]
  if (typeof translated !== 'function') return translated ?? message
  return params === undefined ? message : translated(params as never)
}

/**
 * Returns the text of a failure. The server's sentence is complete, translated by its code; if the server gave none, it is
 * `fallback`, which says what failed, and `message` says why as far as it is known.
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

const formats = (): Formats => formatsFor(languages[loaded.get().language])

/** The formats of `contract/format.ts` in the current language, for components. */
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
