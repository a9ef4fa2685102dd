import { useSearchParams } from 'react-router'

export type UsersView = 'list' | 'seats'

export const viewIn = (parameters: URLSearchParams): UsersView => (parameters.get('view') === 'seats' ? 'seats' : 'list')

/** List or seat map, kept in the address beside the filters of the list. */
export const useUsersView = () => {
  const [parameters, setParameters] = useSearchParams()
  const view = viewIn(parameters)

  const setView = (next: UsersView) =>
    setParameters((before) => {
      const after = new URLSearchParams(before)
      if (next === 'seats') after.set('view', next)
      else after.delete('view')
      return after
    })

  return { view, setView }
}
