import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

const parameter = 'person'

/** `pushed` where the entry before this one is the page that the person was opened from: closing goes back to it. */
type Kept = { pushed?: boolean } | null
const state = { pushed: true } satisfies Kept

/** A link that opens a person from another page; closing leads back to that page. */
export const linkToPerson = (id: string) => ({ to: `/users?${new URLSearchParams({ [parameter]: id })}`, state })

/** The person who is open stands in the address, beside the filters: `?person=ID`. The back button closes, and the address can be sent to a colleague. */
export const useOpenPerson = () => {
  const navigate = useNavigate()
  const pushed = (useLocation().state as Kept)?.pushed === true
  const [parameters] = useSearchParams()
  const others = new URLSearchParams(parameters)
  others.delete(parameter)
  // The same before and after someone is opened, so that the rows of the list stay as they are.
  const rest = others.toString()

  /** What a link or `navigate` takes. */
  const linkTo = useCallback(
    (id: string) => {
      const next = new URLSearchParams(rest)
      next.set(parameter, id)
      return { to: { search: `?${next}` }, state, preventScrollReset: true }
    },
    [rest],
  )
  const open = useCallback(
    (id: string) => {
      const { to, ...options } = linkTo(id)
      void navigate(to, options)
    },
    [navigate, linkTo],
  )
  const close = useCallback(() => {
    if (pushed) return void navigate(-1)
    void navigate({ search: rest && `?${rest}` }, { replace: true, preventScrollReset: true })
  }, [navigate, pushed, rest])

  return { id: parameters.get(parameter) || undefined, linkTo, open, close }
}
