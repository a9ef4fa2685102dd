import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { queryClient } from '../api/queryClient.ts'
import { forgetEnded, keepScreensIf } from '../api/session.ts'
import { followTyping, hasUnsavedInput } from './unsavedInput.ts'

const root = document.documentElement

/**
 * Keeps the screens of a session that the server ends over unsaved input, for the same person only. theme.css hides them: on the
 * screen, from a search in the page, on paper and for assistive technology. Leaving the page removes them.
 */
export const useEndedSession = (isEnded: boolean): void => {
  const { pathname } = useLocation()
  useEffect(followTyping, [])
  useEffect(() => {
    keepScreensIf(hasUnsavedInput)
    return () => keepScreensIf(() => false)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has other screens.
  useLayoutEffect(() => forgetEnded, [pathname])
  useLayoutEffect(() => {
    if (!isEnded) return
    root.dataset.sessionEnded = ''
    return () => {
      delete root.dataset.sessionEnded
      // Reads that failed are repeated, and nothing was heard of changes meanwhile.
      void queryClient.invalidateQueries()
    }
  }, [isEnded])
}
