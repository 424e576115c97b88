"""Mails that warn people of what others did to their accounts."""

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.models import User


def of_new_password(request: HttpRequest, user: User) -> None:
    """Tell the person, at the address they have confirmed or given, that staff set a password.

    Nothing about the administrator is in it. Not to be called inside a transaction.
    """
    address = EmailAddress.objects.get_primary_email(user)
    if address and user.pk != request.user.pk:
        told = {"username": user.username}
        get_adapter(request).send_mail("account/email/password_set_by_staff", address, told)
