import { cloneElement, type ReactElement, useEffect, useRef, useState } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Pressable } from 'react-aria-components/Pressable'
import type { MenuProps } from './menuProps.ts'
import type { PressProps } from './PlainButton.tsx'

export type OpenedMenuProps = MenuProps & { /** Focuses the first entry when it opens for the first time. */ startsAtFirst: boolean }

/** Replaces a `Menu` from the first time it opens. Its button takes the place and the focus of the pressed one. */
export const OpenedMenu = ({ label, trigger, entries, header, startsAtFirst }: OpenedMenuProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isFirst, setFirst] = useState(startsAtFirst)
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [])
  const onOpenChange = (next: boolean) => {
    setOpen(next)
    setFirst(false)
  }
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Pressable>{cloneElement(trigger, { ref: button }) as ReactElement<PressProps, string>}</Pressable>
      <Popover
        placement="bottom end"
        className="rise min-w-56 overflow-y-auto rounded-lg border border-line bg-surface p-1 text-ink shadow-lg"
      >
        {header && <div className="border-line border-b px-3 py-2">{header}</div>}
        <AriaMenu aria-label={label} {...(isFirst && { autoFocus: 'first' as const })} className="outline-none">
          {entries.map(({ key, label: text, icon, note, isDanger, onAction }) => (
            <MenuItem
              key={key}
              id={key}
              textValue={text}
              onAction={onAction}
              className={`flex min-h-10 max-md:min-h-11 cursor-pointer items-center gap-3 rounded px-3 outline-none focus:bg-hover [&_svg]:size-5 ${isDanger ? 'text-error-text' : ''}`}
            >
              {icon}
              {note === undefined ? (
                text
              ) : (
                <span className="py-1">
                  <span className="block">{text}</span>
                  <span className="block text-muted text-sm">{note}</span>
                </span>
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
