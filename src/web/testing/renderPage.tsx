import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import type { Role } from '#contract/actor.ts'
import { queryClient } from '../api/queryClient.ts'
import { type SessionUser, signIn } from '../api/session.ts'
import { Hosts } from '../ui/Hosts.tsx'
import { fakeNetwork } from './fakeNetwork.ts'
import { answerWith, type FakeReply, type Log } from './fakeServer.ts'

type RenderOptions = {
  /** The role of the signed-in person; nobody by default. */
  as?: Role
  /** The address, query included. */
  at?: string
  replies?: readonly FakeReply[]
}

const people: Record<Role, SessionUser> = {
  student: { _id: 'student-1', name: 'Asha Devi', email: 'asha@example.org', role: 'student' },
  manager: { _id: 'manager-1', name: 'Mohan Rao', email: 'mohan@example.org', role: 'manager' },
  admin: { _id: 'admin-1', name: 'Anita Singh', email: 'anita@example.org', role: 'admin' },
  superadmin: { _id: 'superadmin-1', name: 'Sunil Kumar', email: 'sunil@example.org', role: 'superadmin' },
}

const Address = ({ tell }: { tell: (address: string) => void }) => {
  const { pathname, search } = useLocation()
  tell(pathname + search)
  return null
}

/** Each key and each press renders the form again, so a test that is not about typing pastes a text where the focus is. */
const withFill = (user: UserEvent) => ({
  ...user,
  fill: async (field: HTMLElement, text: string): Promise<void> => {
    act(() => field.focus())
    await user.paste(text)
  },
})

/**
 * Renders a page over a server that replies as the test says. Returns `user` (a person at the keyboard), `calls` (what reached the
 * server), `address()` (the current address), and the queries of Testing Library.
 */
export const renderPage = (page: ReactNode, { as, at = '/', replies = [] }: RenderOptions = {}) => {
  const calls: Log = []
  fakeNetwork(answerWith(replies, calls))
  if (as) signIn({ token: 'token', user: people[as] })
  let address = at
  const rendered = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        {page}
        <Hosts />
        <Address
          tell={(next) => {
            address = next
          }}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  // Without style sheets nothing is out of the pointer's reach, and looking for it at each press takes a twelfth of the time.
  const user = withFill(userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }))
  return { ...rendered, user, calls, address: () => address }
}
