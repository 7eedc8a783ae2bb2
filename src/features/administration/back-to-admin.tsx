import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";
import classes from "./administration.module.css";

/** The link back to the admin page. */
export function BackToAdmin() {
  return (
    <Link to="/admin" className={classes.link}>
      <ArrowLeft size={20} aria-hidden />
      Back to Admin
    </Link>
  );
}
