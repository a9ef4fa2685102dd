import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Marks a history entry that was opened from the list. */
const fromList = { fromList: true }

const withConversation = (before: URLSearchParams, id: string | null, seq?: number): URLSearchParams => {
  const after = new URLSearchParams(before)
  after.delete('m')
  if (seq !== undefined) after.set('m', String(seq))
  if (id === null) after.delete('c')
  else after.set('c', id)
  return after
}

/** The open conversation, stored in the URL so that the back button of a phone returns to the list. */
export const useOpenConversation = () => {
  const [parameters, setParameters] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const openId = parameters.get('c')
  const isFromList = (state as typeof fromList | null)?.fromList === true

  const open = useCallback(
    (id: string, seq?: number) => {
      const behind = openId === null || isFromList ? fromList : null
      setParameters((before) => withConversation(before, id, seq), { replace: openId !== null, state: behind })
    },
    [setParameters, openId, isFromList],
  )
  const close = useCallback(
    () => (isFromList ? void navigate(-1) : setParameters((before) => withConversation(before, null), { replace: true })),
    [navigate, setParameters, isFromList],
  )
  return { openId, open, close }
}
