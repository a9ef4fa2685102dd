import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Destination, OutlineItem } from './outline.ts'

/** A place in a document: a page, and the fraction of its height from the top, 0 to 1. */
export type PagePlace = { readonly page: number; readonly share: number }

/** The worker never returns an outline that is nested too deeply to be serialized. */
const patienceMs = 60_000

export const outlineItems = async (document: PDFDocumentProxy): Promise<readonly OutlineItem[]> => {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The outline did not come')), patienceMs))
  return (await Promise.race([document.getOutline(), late])) ?? []
}

const explicitOf = async (document: PDFDocumentProxy, dest: Destination): Promise<unknown[]> => {
  const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest
  if (!Array.isArray(explicit)) throw new Error('The entry leads nowhere')
  return explicit
}

const isReference = (target: unknown): target is { num: number; gen: number } =>
  typeof target === 'object' && target !== null && 'num' in target && 'gen' in target

const pageIn = async (document: PDFDocumentProxy, [target]: unknown[]): Promise<number> => {
  const page = isReference(target) ? (await document.getPageIndex(target)) + 1 : Number(target) + 1
  if (!Number.isInteger(page) || page < 1 || page > document.numPages) throw new Error('The entry leads to no page')
  return page
}

/** Returns the page of a destination. Rejects if it has no target. */
export const pageOfDestination = async (document: PDFDocumentProxy, dest: Destination): Promise<number> =>
  pageIn(document, await explicitOf(document, dest))

/** Returns the vertical coordinate of a destination, in the page's own units. */
const heightIn = ([, kind, ...values]: unknown[]): number | undefined => {
  const name = typeof kind === 'object' && kind !== null && 'name' in kind ? kind.name : undefined
  const value = name === 'XYZ' ? values[1] : name === 'FitH' || name === 'FitBH' ? values[0] : name === 'FitR' ? values[3] : undefined
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export const placeOfDestination = async (document: PDFDocumentProxy, dest: Destination): Promise<PagePlace> => {
  const explicit = await explicitOf(document, dest)
  const page = await pageIn(document, explicit)
  const height = heightIn(explicit)
  if (height === undefined) return { page, share: 0 }
  const viewport = (await document.getPage(page)).getViewport({ scale: 1 })
  const share = (viewport.convertToViewportPoint(0, height)[1] ?? 0) / viewport.height
  return { page, share: Math.min(1, Math.max(0, share || 0)) }
}
