import axe from 'axe-core'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { encryptionApi } from '../../encryption.contract.ts'
import type { OwnDevice } from '../../encryption.shapes.contract.ts'
import type { EncryptionScreens } from '../encryption.ts'
import { dialogs } from '../OpenedDialog.tsx'
import { EncryptionProvider } from '../useEncryption.ts'

// A component that suspends while a test renders it would never resume.
await Promise.all(Object.values(dialogs).map(({ load }) => load()))

type Options = { devices?: readonly OwnDevice[]; replies?: readonly FakeReply[] }

/** Renders a screen as Asha sees it, with these devices and this encryption. */
export const renderWith = (
  { encryption }: { encryption: EncryptionScreens },
  screen: ReactNode,
  { devices = [], replies = [] }: Options = {},
) =>
  renderPage(<EncryptionProvider value={encryption}>{screen}</EncryptionProvider>, {
    as: 'student',
    replies: [reply(encryptionApi.devices, () => ({ items: [...devices], nextCursor: null })), ...replies],
  })

/** jsdom has no colors, and a part of a page has no landmarks. */
const off = Object.fromEntries(
  ['color-contrast', 'region', 'landmark-no-duplicate-banner', 'landmark-unique'].map((rule) => [rule, { enabled: false }]),
)

export const expectAccessible = async (): Promise<void> => {
  const { violations } = await axe.run(document.body, { rules: off })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
