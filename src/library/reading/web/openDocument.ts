import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Document } from '#library/documents/documents.contract.ts'
import { useAddressNow } from '#web/shell/useAddressNow.ts'

const parameter = 'document'
/** The parameter for the page to open, next to the one for the document. */
const pageParameter = 'page'

/** `pushed` if the previous history entry is the page that the document was opened from: closing goes back to it. */
type Kept = { document?: unknown; pushed?: boolean }

const stateOf = (document: Document): Kept => ({ document, pushed: true })

/** A link that opens a document from a page without a viewer; closing the document returns to that page. */
export const linkToDocument = (document: Document) => ({
  to: `/documents?${new URLSearchParams({ [parameter]: document._id })}`,
  state: stateOf(document),
})

/** Returns whether an entry of the history holds that document; one of an older version may hold something else. */
const isDocument = (kept: unknown, id: string): kept is Document => {
  const { _id, title, fileType, fileUrl } = (kept ?? {}) as Partial<Document>
  return _id === id && [title, fileType, fileUrl].every((each) => typeof each === 'string')
}

/** The pressed row is stored in the history entry, so that the viewer has its title at once, even after a reload. */
const keptDocument = (state: Kept | null, id: string): Document | undefined =>
  isDocument(state?.document, id) ? state.document : undefined

/** Parses a page number from the address; undefined if it is not valid. */
const pageOf = (given: string | null): number | undefined => (given !== null && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : undefined)

/**
 * The open document is part of the address: `?document=ID`, and `&page=N` to open it at a page. The back button closes it, and the address
 * can be shared.
 */
export const useOpenDocument = () => {
  const navigate = useNavigate()
  const location = useLocation()
  const [search] = useSearchParams()
  const addressNow = useAddressNow()
  const id = search.get(parameter)
  const state = location.state as Kept | null
  const pushed = state?.pushed === true

  const open = useCallback(
    (document: Document, page?: number) => {
      const next = new URLSearchParams(addressNow().search)
      next.set(parameter, document._id)
      if (page === undefined) next.delete(pageParameter)
      else next.set(pageParameter, String(page))
      navigate({ search: next.toString() }, { state: stateOf(document), preventScrollReset: true })
    },
    [navigate, addressNow],
  )
  const close = useCallback(() => {
    if (pushed) return navigate(-1)
    const next = new URLSearchParams(search)
    next.delete(parameter)
    next.delete(pageParameter)
    navigate({ search: next.toString() }, { replace: true })
  }, [navigate, search, pushed])

  return { id, page: pageOf(search.get(pageParameter)), document: id === null ? undefined : keptDocument(state, id), open, close }
}
