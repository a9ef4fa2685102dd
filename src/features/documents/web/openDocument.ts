import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Document } from '../documents.contract.ts'

const parameter = 'document'

type Kept = { document?: unknown; pushed?: boolean }

/** The row that was pressed travels with the history entry, so that the viewer has its title at once, after a reload too. */
const keptDocument = (state: Kept | null, id: string): Document | undefined => {
  const { success, data } = Document.safeParse(state?.document)
  return success && data._id === id ? data : undefined
}

/** The open document stands in the address: `?document=ID`. The back button closes it, and the address can be shared. */
export const useOpenDocument = () => {
  const navigate = useNavigate()
  const location = useLocation()
  const [search] = useSearchParams()
  const id = search.get(parameter)
  const state = location.state as Kept | null
  const pushed = state?.pushed === true

  const open = useCallback(
    (document: Document) => {
      const next = new URLSearchParams(search)
      next.set(parameter, document._id)
      navigate({ search: next.toString() }, { state: { document, pushed: true }, preventScrollReset: true })
    },
    [navigate, search],
  )
  const close = useCallback(() => {
    if (pushed) return navigate(-1)
    const next = new URLSearchParams(search)
    next.delete(parameter)
    navigate({ search: next.toString() }, { replace: true })
  }, [navigate, search, pushed])

  return { id, document: id === null ? undefined : keptDocument(state, id), open, close }
}
