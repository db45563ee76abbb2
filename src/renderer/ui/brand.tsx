import classes from './brand.module.css';

/** The mark and the name. */
export function Brand() {
  return (
    <div className={classes.brand}>
      <svg viewBox="0 0 512 512" width="24" height="24" aria-hidden="true">
        <rect width="512" height="512" rx="112" fill="#12324a" />
        <path d="M128 96v320M384 96v320" stroke="#e9f1f5" strokeWidth="32" strokeLinecap="round" />
        <rect x="152" y="112" width="208" height="112" rx="12" fill="#e9f1f5" />
        <path
          d="M80 304c44-32 88-32 132 0s88 32 132 0 66-32 88-16M80 376c44-32 88-32 132 0s88 32 132 0 66-32 88-16"
          fill="none"
          stroke="#39b6c4"
          strokeWidth="28"
          strokeLinecap="round"
        />
      </svg>
      Sluice
    </div>
  );
}
