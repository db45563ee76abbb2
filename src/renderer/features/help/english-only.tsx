import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './help.module.css';

/** Says so where the page is in another language than what it shows. */
export function EnglishOnly() {
  const { t, language } = useI18n();
  return language === 'en' ? null : <p className={classes.note}>{t('help.englishOnly')}</p>;
}
