import { act, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

type Scope = Pick<ReturnType<typeof within>, 'findByRole'>

const figuresOf = async (scope: Scope, label: string | RegExp): Promise<HTMLElement[]> =>
  within(await scope.findByRole('group', { name: label })).getAllByRole('spinbutton')

/** Types a date `YYYY-MM-DD` into a date field, digit by digit, as a person would. */
export const typeDate = async (user: UserEvent, scope: Scope, label: string | RegExp, date: string): Promise<void> => {
  const [year = '', month = '', day = ''] = date.split('-')
  await user.click((await figuresOf(scope, label))[0] as HTMLElement)
  await user.keyboard(day + month + year)
}

/** The same with one paste, for tests that are not about typing: each digit renders the whole form. */
export const pasteDate = async (user: UserEvent, scope: Scope, label: string | RegExp, date: string): Promise<void> => {
  const [day] = await figuresOf(scope, label)
  act(() => day?.focus())
  await user.paste(date)
}

/** Presses the button that clears a date field. */
export const clearDate = async (user: UserEvent, scope: Scope, label: string): Promise<void> =>
  user.click(await scope.findByRole('button', { name: `Clear: ${label}` }))

/** Returns the content of a date field: `21/02/2027`, or `dd/mm/yyyy` if it is empty. */
export const dateIn = async (scope: Scope, label: string | RegExp): Promise<string> =>
  (await figuresOf(scope, label)).map((figure) => figure.textContent).join('/')
