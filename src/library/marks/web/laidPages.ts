import type { Store } from '#web/api/store.ts'

/** A part of the text of a page; `end` is after the last letter. */
export type TextSpan = { readonly start: number; readonly end: number }

/** A page of an open document whose text is over its picture. */
export type LaidPage = {
  readonly text: string
  /** One for each piece of the text, and where each piece starts. */
  readonly elements: readonly HTMLElement[]
  readonly starts: readonly number[]
  /** What the page is drawn on. */
  readonly sheet: HTMLElement
  /** Returns a span as a range of the DOM; undefined if it is not on the page. */
  readonly rangeOf: (span: TextSpan) => Range | undefined
}

/** The pages whose text is laid out now, by number. */
export type LaidPages = Store<ReadonlyMap<number, LaidPage>>
