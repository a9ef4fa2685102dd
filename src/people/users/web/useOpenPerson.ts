import { type MouseEvent, useCallback } from 'react'
import { type LinkProps, useLocation, useNavigate, useSearchParams } from 'react-router'
import { panelParameter } from '#web/shell/personPanel.ts'
import { useAddressNow } from '#web/shell/useAddressNow.ts'

/** `pushed` is true if the previous history entry is the page that opened the person: closing goes back to it. */
type Kept = { pushed?: boolean } | null
const state = { pushed: true } satisfies Kept

/** Returns a link that opens a person from a page without a panel; closing leads back to that page. */
export const linkToPerson = (id: string) => ({ to: `/users?${new URLSearchParams({ [panelParameter]: id })}`, state })

/** A link whose person the panel shows. `data-person` is used to restore the focus when the panel closes. */
export type PersonLink = LinkProps & { 'data-person': string }

/** Returns false for presses with which a browser opens a link in another tab or window. */
const isPlainPress = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

const without = (search: string): URLSearchParams => {
  const others = new URLSearchParams(search)
  others.delete(panelParameter)
  return others
}

/**
 * The person whose panel is open is in the URL of the page, next to its filters: `?person=ID`. The back button closes the panel,
 * and the URL can be shared.
 */
export const useOpenPerson = () => {
  const navigate = useNavigate()
  const addressNow = useAddressNow()
  const pushed = (useLocation().state as Kept)?.pushed === true
  const [parameters] = useSearchParams()
  // Stable when a person is opened, so that the rows of the list are not re-rendered.
  const rest = without(parameters.toString()).toString()

  const open = useCallback(
    (id: string) => {
      const now = addressNow()
      const next = without(now.search)
      // Switching between people replaces the history entry.
      const isOpen = new URLSearchParams(now.search).has(panelParameter)
      next.set(panelParameter, id)
      const how = isOpen ? { replace: true, state: now.state } : { state }
      void navigate({ search: `?${next}` }, { ...how, preventScrollReset: true })
    },
    [navigate, addressNow],
  )
  /** Returns the props of a link. */
  const linkTo = useCallback(
    (id: string): PersonLink => {
      const next = new URLSearchParams(rest)
      next.set(panelParameter, id)
      const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
        if (event.defaultPrevented || !isPlainPress(event)) return
        event.preventDefault()
        open(id)
      }
      return { to: { search: `?${next}` }, state, preventScrollReset: true, onClick, 'data-person': id }
    },
    [rest, open],
  )
  const close = useCallback(() => {
    if (pushed) return void navigate(-1)
    void navigate({ search: rest && `?${rest}` }, { replace: true, preventScrollReset: true })
  }, [navigate, pushed, rest])

  return { id: parameters.get(panelParameter) || undefined, linkTo, open, close }
}
