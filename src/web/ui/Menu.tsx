import type { ReactElement, ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Pressable } from 'react-aria-components/Pressable'

import type { PressProps } from './PlainButton.tsx'

export type MenuEntry = { key: string; label: string; icon?: ReactNode; isDanger?: boolean; onAction: () => void }

type MenuProps = {
  label: string
  /** A `Button` or `IconButton`. */
  trigger: ReactElement<PressProps>
  entries: readonly MenuEntry[]
  /** Stands above the entries: a name, an email. */
  header?: ReactNode
}

export const Menu = ({ label, trigger, entries, header }: MenuProps) => (
  <MenuTrigger>
    <Pressable>{trigger as ReactElement<PressProps, string>}</Pressable>
    <Popover placement="bottom end" className="rise min-w-56 rounded-lg border border-line bg-surface p-1 text-ink shadow-lg">
      {header && <div className="border-line border-b px-3 py-2">{header}</div>}
      <AriaMenu aria-label={label} className="outline-none">
        {entries.map(({ key, label: text, icon, isDanger, onAction }) => (
          <MenuItem
            key={key}
            id={key}
            textValue={text}
            onAction={onAction}
            className={`flex min-h-10 max-md:min-h-11 cursor-pointer items-center gap-3 rounded px-3 outline-none focus:bg-hover [&_svg]:size-5 ${isDanger ? 'text-error-text' : ''}`}
          >
            {icon}
            {text}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
)
