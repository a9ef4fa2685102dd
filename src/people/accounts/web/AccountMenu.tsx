import { Accessibility, Bell, ChevronsUpDown, History, KeyRound, LogOut, MonitorSmartphone, ServerCog, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isSuperadmin } from '#contract/actor.ts'
import { shownName } from '#contract/shownName.ts'
import type { SessionUser } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import type { AccountMenuProps } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/menuProps.ts'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { accountMenuEn } from '../accounts.menu.en.ts'
import type { AccountSlots } from './accountSlots.ts'
import { logout } from './logout.ts'
import { SignOutQuestion } from './SignOutQuestion.tsx'

type Closing = { onClose: () => void }
export const accountDialogs = {
  password: lazyScreen<Closing>(async () => (await import('./ChangePasswordDialog.tsx')).ChangePasswordDialog),
  sessions: lazyScreen<Closing>(async () => (await import('./SessionsDialog.tsx')).SessionsDialog),
  notifications: lazyScreen<Closing>(async () => (await import('#people/push/web/PushDialog.tsx')).PushDialog),
}

/** A browser may have replaced the subscription of its notifications while no page was open. */
const renewSubscription = (): void => {
  if (globalThis.Notification?.permission !== 'granted') return
  void import('#people/push/web/keepSubscribed.ts').then(({ keepSubscribed }) => keepSubscribed()).catch(() => undefined)
}

/** Actions of everybody on their own account, and the owner's pages that the menu of the specification does not have. */
export const AccountMenu = ({ user, onOpen, onDone, slots }: AccountMenuProps & { slots: AccountSlots }) => {
  const words = useWords(accountMenuEn).menu
  const dialogs = { ...accountDialogs, devices: slots.devices }
  const [opened, setOpened] = useState<keyof typeof dialogs>()
  const open = (dialog: keyof typeof dialogs) => {
    setOpened(dialog)
    onOpen?.()
  }
  useEffect(renewSubscription, [])
  const navigate = useNavigate()
  const { isUsed, isOutdated } = slots.useKeysHere(user._id)
  const close = () => {
    setOpened(undefined)
    onDone?.()
  }
  const entries: MenuEntry[] = [
    { key: 'password', label: words.changePassword, icon: <KeyRound />, onAction: () => open('password') },
    { key: 'sessions', label: words.sessions, icon: <MonitorSmartphone />, onAction: () => open('sessions') },
    {
      key: 'devices',
      label: words.devices,
      note: isOutdated ? words.setUpAgain : undefined,
      icon: <ShieldCheck />,
      onAction: () => open('devices'),
    },
    { key: 'notifications', label: words.notifications, icon: <Bell />, onAction: () => open('notifications') },
    // The specification's menu of managers has no entry for it.
    ...(user.role === 'manager'
      ? [{ key: 'accessibility', label: words.accessibility, icon: <Accessibility />, onAction: () => void navigate('/accessibility') }]
      : []),
    ...(isSuperadmin(user)
      ? [
          { key: 'audit', label: words.audit, icon: <History />, onAction: () => void navigate('/audit') },
          { key: 'system', label: words.system, icon: <ServerCog />, onAction: () => void navigate('/system') },
        ]
      : []),
    { key: 'logout', label: words.logout, icon: <LogOut />, onAction: () => logout(slots) },
  ]
  const trigger = (
    <PlainButton className="flex w-full cursor-pointer items-center gap-3 rounded-lg px-2 py-1 text-left transition-colors duration-150 hover:bg-hover">
      <TriggerContent user={user} />
    </PlainButton>
  )
  return (
    <>
      <Menu label={words.account} trigger={trigger} entries={entries} header={<Who user={user} />} />
      {opened && <Embed screen={dialogs[opened]} onClose={close} />}
      <SignOutQuestion isLikely={isUsed} loadSignOutDialog={slots.loadSignOutDialog} forgetHere={slots.forgetHere} />
    </>
  )
}

const TriggerContent = ({ user }: Pick<AccountMenuProps, 'user'>) => {
  const { account } = useWords(accountMenuEn).menu
  const roles = useWords(shellEn).roles
  const name = shownName(user)
  return (
    <>
      <Avatar id={user._id} name={name} className="size-9" />
      <span className="sr-only">{account}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{name}</span>
        <span className="block truncate text-muted text-xs">{roles[user.role]}</span>
      </span>
      <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </>
  )
}

const Who = ({ user }: { user: SessionUser }) => (
  <div className="max-w-64">
    <p className="font-medium wrap-anywhere">{user.name}</p>
    {user.email && <p className="text-muted text-sm wrap-anywhere">{user.email}</p>}
  </div>
)
