import type { KeyboardEvent } from 'react'

/*
 * Arrow keys in a tree of rows: up and down move to the same button of the next row, right expands, left collapses or moves to the parent
 * row, Home and End move to the first and last row. Tab visits every button as usual. A row has `data-row`, and its buttons `data-does`;
 * the expand button has `toggle`.
 */

const rowOf = (element: Element | null | undefined): Element | undefined => element?.closest('[data-row]') ?? undefined
const buttonOf = (row: Element | undefined, does: string): HTMLElement | null =>
  row?.querySelector<HTMLElement>(`[data-does="${does}"]:not([disabled])`) ?? null

const parentRow = (row: Element): Element | undefined =>
  row.closest('li')?.parentElement?.closest('li')?.querySelector('[data-row]') ?? undefined

/** Presses the row's toggle if it is in this state. */
const toggle = (row: Element, isOpen: boolean): boolean => {
  const button = buttonOf(row, 'toggle')
  if (button?.getAttribute('aria-expanded') !== String(isOpen)) return false
  button.click()
  return true
}

const goal = (key: string, row: Element, rows: readonly Element[]): Element | undefined => {
  const at = rows.indexOf(row)
  if (key === 'ArrowDown') return rows[at + 1]
  if (key === 'ArrowUp') return rows[at - 1]
  if (key === 'Home') return rows[0]
  if (key === 'End') return rows.at(-1)
  if (key === 'ArrowRight') return toggle(row, false) ? row : rows[at + 1]
  return toggle(row, true) ? row : parentRow(row)
}

const keys = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])

export const treeKeys = (event: KeyboardEvent<HTMLElement>): void => {
  const row = rowOf(event.target as Element)
  if (!row || !keys.has(event.key) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const next = goal(event.key, row, [...event.currentTarget.querySelectorAll('[data-row]')])
  const does = (event.target as HTMLElement).dataset.does ?? 'edit'
  ;(buttonOf(next, does) ?? buttonOf(next, 'edit'))?.focus()
}

/** Returns the same button of the same category's row, which may have moved; null if it was removed. */
export const sameButton = (gone: Element): HTMLElement | null => {
  const id = rowOf(gone)?.getAttribute('data-row')
  return buttonOf(document.querySelector(`[data-row="${id}"]`) ?? undefined, (gone as HTMLElement).dataset.does ?? 'edit')
}
