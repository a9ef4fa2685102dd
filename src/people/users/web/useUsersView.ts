import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAddressNow } from '#web/shell/useAddressNow.ts'
import { keepView, keptView, type UsersView } from './keptView.ts'
import { filtersList } from './useUserFilter.ts'

/** Returns the view that an address names. A filter of the list names the list; an address that names none shows the kept view. */
export const viewIn = (parameters: URLSearchParams, kept: UsersView): UsersView => {
  const named = parameters.get('view')
  if (named === 'seats' || named === 'list') return named
  return filtersList(parameters) ? 'list' : kept
}

/** List or seat map, stored in the URL next to the filters of the list, and on the device once it is chosen. */
export const useUsersView = () => {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const addressNow = useAddressNow()
  const [kept, setKept] = useState(keptView)
  const view = viewIn(parameters, kept)

  const write = useCallback(
    (next: UsersView | undefined, replace: boolean) => {
      const { search, state } = addressNow()
      const after = new URLSearchParams(search)
      if (next) after.set('view', next)
      else after.delete('view')
      void navigate({ search: after.toString() }, replace ? { replace, state } : {})
    },
    [navigate, addressNow],
  )

  // A filtered list stays once its last filter is removed.
  const isPinned = view === kept || parameters.has('view')
  useEffect(() => {
    if (!isPinned && !new URLSearchParams(addressNow().search).has('view')) write(view, true)
  }, [isPinned, view, write, addressNow])

  const setView = (next: UsersView) => {
    keepView(next)
    setKept(next)
    // Back returns to the view that is left, although another one is kept.
    write(view, true)
    write(next === 'list' ? undefined : next, false)
  }

  return { view, setView }
}

/** Returns the URL that opens the map to move a person. */
export const movingAddress = (userId: string): string => `/users?${new URLSearchParams({ view: 'seats', move: userId })}`
