import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { admits } from '#contract/actor.ts'
import { isConnectionError } from '../api/connection.ts'
import { queryClient } from '../api/queryClient.ts'
import { hasStoredReplies } from '../api/replyDatabase.ts'
import { getSession, type SessionUser, updateUser, useSession } from '../api/session.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { errorParts, useWords } from '../words.ts'
import { PageView } from './PageView.tsx'
import { Panel } from './Panel.tsx'
import type { Page } from './page.ts'
import { shellEn } from './shell.en.ts'
import { startPage } from './startPage.ts'

/**
 * The token that this device had stored when the page was opened. It may have ended meanwhile, so it is checked once; a later token
 * comes from a sign-in and is known to be valid.
 */
export const useStoredToken = (): string | undefined => useState(() => getSession()?.token)[0]

type Check = () => Promise<SessionUser>

const checking = (token: string | undefined, check: Check) => ({
  queryKey: ['stored session', token],
  queryFn: async () => {
    const user = getSession()?.user
    try {
      updateUser(await check())
    } catch (error) {
      // Without a connection, the person sees what this device has of them. OfflineHost checks again until there is a reply.
      if (!isConnectionError(error) || !user || !hasStoredReplies(user._id)) throw error
    }
    return true
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Begins the check of a stored session before anything is drawn; never throws. */
export const checkAhead = (check: Check): Promise<void> => queryClient.prefetchQuery(checking(getSession()?.token, check))

type GateProps = { storedToken: string | undefined; check: Check; page: (user: SessionUser) => ReactNode }

/** Admits only signed-in people. A 401 or an expiry clears the session, which leads to the login page. */
export const Gate = ({ storedToken, check, page }: GateProps) => {
  const session = useSession()
  const words = useWords(shellEn)
  const token = session?.token
  const checked = useQuery({
    ...checking(token, check),
    enabled: token !== undefined && token === storedToken,
  })
  if (!session) return <Navigate to="/login" replace />
  if (token !== storedToken || checked.data) return page(session.user)
  return (
    <main className="grid min-h-dvh place-items-center">
      {checked.error ? (
        <ErrorState {...errorParts(checked.error, words.checkFailed)} onRetry={() => checked.refetch()} isRetrying={checked.isFetching} />
      ) : (
        <div role="status" className="flex items-center gap-3 text-muted">
          <Spinner className="size-6" />
          {words.checking}
        </div>
      )}
    </main>
  )
}

/** Shows the page, or why this role cannot see it. */
export const Admitted = ({ page }: { page: Page }) => {
  const session = useSession()
  if (!session) return null
  return admits(page.access, session.user.role) ? <PageView page={page} /> : <Denied role={session.user.role} />
}

const Denied = ({ role }: Pick<SessionUser, 'role'>) => {
  const words = useWords(shellEn).denied
  return <Panel title={words.title} text={words.text} drawing="door" action={<ButtonLink to={startPage(role)}>{words.back}</ButtonLink>} />
}
