import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { showError } from "#ui/toast.ts";

/** Says, once, that the page is not for this person, and takes them away from it. */
export function AccessDenied() {
  const navigate = useNavigate();
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    showError("Access Denied", "You don't have permission to view this page.");
    void navigate("/", { replace: true });
  }, [navigate]);
  return null;
}
