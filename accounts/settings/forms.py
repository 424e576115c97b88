"""The forms of the settings."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm, LoginForm, SignupForm
from allauth.account.utils import setup_user_email
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms.utils import flatatt
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _

from accounts import services as accounts
from accounts.guests import registering
from accounts.models import User
from accounts.settings import services, zones
from toolbox.errors import Refusal


class LongSelect(forms.Select):
    """Renders hundreds of options without a template each, which took most of a page's time."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        given = flatatt(self.build_attrs(self.attrs, attrs))
        options = _options(self.choices, value)
        return format_html('<select name="{}"{}>{}</select>', name, given, options)


def _options(choices: Any, chosen: str) -> SafeString:
    """The HTML of choices, some of them groups."""
    made = (
        format_html('<optgroup label="{}">{}</optgroup>', key, _options(words, chosen))
        if isinstance(words, list | tuple)
        else format_html(
            '<option value="{}"{}>{}</option>', key, flatatt({"selected": key == chosen}), words
        )
        for key, words in choices
    )
    return format_html_join("\n", "{}", ((each,) for each in made))


class SettingsForm(forms.Form):
    """The shown name and preferences. The service checks them."""

    shown_name = forms.CharField(
        label=_("Name shown"),
        required=False,
        max_length=32,
        help_text=_(
            "The name others see. If empty: your username, which you always log in with. Matches "
            "that have started keep the old name."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False, widget=LongSelect)
    theme = forms.ChoiceField(
        label=_("Theme"), required=False, choices=User.Theme.choices, widget=forms.RadioSelect
    )
    telling_speed = forms.ChoiceField(
        label=_("Others’ moves"),
        choices=User.TellingSpeed.choices,
        help_text=_(
            "How fast you are shown what the others do, one move after another. A click or a key "
            "skips the rest."
        ),
        widget=forms.RadioSelect,
    )
    confirm_moves = forms.BooleanField(
        label=_("Confirm moves before they are made"),
        required=False,
        help_text=_(
            "Off: picks that make a complete move are played right away. Buttons that name a "
            "complete move, such as Done or Accept, always are."
        ),
    )
    sounds = forms.BooleanField(
        label=_("Sounds"), required=False, help_text=_("A soft knock when it is your turn.")
    )
    blink = forms.BooleanField(
        label=_("Blinking title"),
        required=False,
        help_text=_("The tab’s title also tells you when it becomes your turn."),
    )
    show_presence = forms.BooleanField(
        label=_("Others see that I’m here"),
        required=False,
        help_text=_("Off: you appear in no list of people, and nobody sees which table you’re at."),
    )
    results_for = forms.ChoiceField(
        label=_("Who sees your results"),
        required=False,
        choices=User.Readers.choices,
        help_text=_(
            "On your profile and in comparisons. Leaderboards stay as they are, and so do matches "
            "that anyone may watch. If you show them to people you follow, those may guess it."
        ),
        widget=forms.RadioSelect,
    )

    def __init__(self, user: User, data: Any = None) -> None:
        names = ("shown_name", "time_zone", "theme", "telling_speed", "results_for")
        initial = {name: getattr(user, name) for name in (*names, *services.SWITCHES)}
        super().__init__(data, initial=initial)
        self.user = user
        self.label_suffix = ""
        zone: Any = self.fields["time_zone"]
        zone.choices = zones.choices()
        name = self.fields["shown_name"]
        name.widget.attrs["placeholder"] = user.username
        if self.is_bound:
            for wrong in self.errors:
                self.fields[wrong].widget.attrs["aria-invalid"] = "true"

    @property
    def switches(self) -> list[forms.BoundField]:
        return [self[name] for name in services.SWITCHES]

    def save(self) -> bool:
        """Whether everything was stored; otherwise the form shows what is wrong."""
        given = self.cleaned_data
        try:
            services.change(
                user=self.user,
                shown_name=given["shown_name"],
                time_zone=given["time_zone"],
                theme=given["theme"],
                telling_speed=given["telling_speed"],
                results_for=given["results_for"] or self.user.results_for,
                switches={name: given[name] for name in services.SWITCHES},
            )
        except Refusal as refusal:
            if "fields" not in refusal.extra:
                raise
            for field, texts in refusal.extra["fields"].items():
                self.add_error(field, texts)
                self.fields[field].widget.attrs["aria-invalid"] = "true"
            return False
        return True


class LogInForm(LoginForm):  # type: ignore[misc]  # untyped
    """The log-in form; browsers fill in the username, not an email address."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        hints = {"autocomplete": "username", "autocapitalize": "none"}
        self.fields["login"].widget.attrs.update(hints)
        self.fields["remember"].label = gettext("Remember me")


class NewAccountForm(SignupForm):  # type: ignore[misc]  # untyped
    """The sign-up form; if the name was taken at this moment, it asks for another."""

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        try:
            saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
            return saved
        except IntegrityError:
            messages.error(request, gettext("This name is taken."))
            return None, redirect(request.get_full_path())

    def save(self, request: HttpRequest) -> User:
        """Create the account in one transaction, after hashing the password."""
        adapter = get_adapter(request)
        user: User = adapter.save_user(request, adapter.new_user(request), self, commit=False)
        was_guest = user.is_guest
        with transaction.atomic():
            if was_guest:
                registering.become_account(user)
            else:
                user.save()
            setup_user_email(request, user, [])
        if was_guest:
            registering.keep_logged_in(request, user)
        return user


class PasswordForm(ChangePasswordForm):  # type: ignore[misc]  # untyped
    """A new password; it logs out other browsers, and revokes API keys if asked to."""

    revoke_keys = forms.BooleanField(
        label=_("Revoke all API keys too"),
        required=False,
        help_text=_(
            "Your bots will have to log in again. Do this if someone else knew the password."
        ),
    )

    def save(self) -> None:
        super().save()
        if self.cleaned_data["revoke_keys"]:
            accounts.revoke_tokens(user=self.user)
