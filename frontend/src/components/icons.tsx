/** All icons: 16 px, one stroke, drawn in the text's colour and silent for screen readers. */
import type { ReactNode } from 'react';

function icon(children: ReactNode) {
  return function Icon({ size = 16 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {children}
      </svg>
    );
  };
}

export const UndoIcon = icon(<path d="M6 3 2.5 6.5 6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7" />);
export const RedoIcon = icon(<path d="m10 3 3.5 3.5L10 10M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9" />);
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="3" />
    <path d="M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1" />
  </>,
);
export const MoonIcon = icon(<path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z" />);
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </>,
);
export const ChevronIcon = icon(<path d="m6 3.5 4.5 4.5L6 12.5" />);
export const CheckIcon = icon(<path d="m3 8.5 3.5 3.5L13 4.5" />);
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />);
export const DotsIcon = icon(
  <>
    <circle cx="3" cy="8" r=".6" />
    <circle cx="8" cy="8" r=".6" />
    <circle cx="13" cy="8" r=".6" />
  </>,
);
export const LinkIcon = icon(
  <path d="M6.5 9.5a3 3 0 0 0 4.2 0l2.4-2.4a3 3 0 0 0-4.2-4.2l-.9.9M9.5 6.5a3 3 0 0 0-4.2 0L2.9 8.9a3 3 0 0 0 4.2 4.2l.9-.9" />,
);
export const InputsIcon = icon(<path d="M2 4.5h5M11 4.5h3M2 11.5h3M9 11.5h5M9 2.5v4M7 9.5v4" />);
export const TrashIcon = icon(<path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9" />);
export const ReportIcon = icon(<path d="M3.5 1.5h6l3 3v10h-9ZM9.5 1.5v3h3M6 8h4M6 11h4" />);
export const PinIcon = icon(<path d="M5 2h6M6 2v4.5L4 9h8l-2-2.5V2M8 9v5" />);
